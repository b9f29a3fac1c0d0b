import { moduleOf } from '@second-read/analyses/catalogue';
import { describe, expect, it } from 'vitest';
import { oldRows } from './old-rows.test-support.ts';

const rows = oldRows.flatMap(({ name, module, wire }) => {
  const { reading, report } = moduleOf(module);
  return reading ? [[name, { reading, report, wire }] as const] : [];
});

describe('the reading of a report that an earlier version stored', () => {
  it.each(rows)(
    'fits its schema and keeps its place in the order: %s',
    (_name, { reading, report, wire }) => {
      const read = reading.readingFromWire(wire);
      expect(reading.schema.parse(JSON.parse(JSON.stringify(read)))).toEqual(read);
      expect(reading.urgencyOf(read)).toEqual(report.urgencyOf(wire));
    },
  );
});
