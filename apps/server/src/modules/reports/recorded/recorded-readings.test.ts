import { moduleOf } from '@second-read/analyses/catalogue';
import { withoutSentences } from '@second-read/core/reading/told';
import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { readingOfRow } from '../../earlier/index.ts';
import { oldRows, readRows } from './old-rows.test-support.ts';

const rows = oldRows.map((row) => [row.name, row] as const);

describe('the reading of a report that an earlier version stored', () => {
  it.each(rows)('fits its schema and stays as it is when it is stored: %s', (_name, row) => {
    const { reading } = moduleOf(row.module);
    const read = readingOfRow(row);
    const stored = JSON.parse(JSON.stringify(read));
    expect(reading.schema.parse(stored)).toEqual(read);
    expect(readingOfRow({ ...row, reading: stored })).toEqual(readingOfRow(row));
  });
});

describe('the document of a reading', () => {
  it.each(readRows.map((row) => [row.name, row] as const))(
    'is the same before and after it was sent: %s',
    (_name, { module, reading: read, scores }) => {
      const { report, reading } = moduleOf(module);
      const coded = module === 'brain-ct' ? read : { ...read, ...withoutSentences };
      const sent = JSON.parse(JSON.stringify(report.toWire(coded, scores)));
      const told = reading.schema.parse(readingOfRow({ module, wire: sent }));
      expect(report.toDocument(told, noHeader)).toEqual(report.toDocument(coded, noHeader));
    },
  );
});
