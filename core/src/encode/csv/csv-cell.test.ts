import { describe, expect, it } from 'vitest';
import { csvLine } from './csv-cell.ts';

/** As a spreadsheet program takes a cell: a formula of one text is that text. */
const shown = (id: string) => {
  const cell = csvLine([{ id }]).trimEnd().slice(1, -1).replaceAll('""', '"');
  return /^="(.*)"$/s.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
};

describe('the cell of an ID', () => {
  it.each([
    '0042',
    '000',
    '123456789012345',
    '12E5',
    '1-2',
    '3/4',
    '1.10',
    '10:30',
    '2 MAR',
    'MAR-1',
    '+012',
  ])('%s stays text', (id) => {
    expect(csvLine([{ id }])).toBe(`"=""${id}"""\r\n`);
    expect(shown(id)).toBe(id);
  });

  it.each(['42', 'PAT-0042', 'Ünal 漢字', '1.2.840.10008'.concat('x'), ''])(
    '%s is written as it is',
    (id) => {
      expect(csvLine([{ id }])).toBe(`"${id}"\r\n`);
    },
  );

  it.each(['=1+1', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '0"&cmd|\'/c calc\'!A1&"'])(
    '%j is no formula but of its own text',
    (id) => {
      const cell = csvLine([{ id }]).trimEnd().slice(1, -1).replaceAll('""', '"');
      const isText = /^="(?:[^"]|"")*"$/s.test(cell);
      expect(isText || !/^[\s=+\-@|%]/.test(cell)).toBe(true);
    },
  );
});
