import { moduleOf } from '@second-read/analyses/catalogue';
import { readingOf } from '@second-read/analyses/stored-reading';
import { describe, expect, it } from 'vitest';
import { oldRows } from './old-rows.test-support.ts';

const rows = oldRows.map((row) => [row.name, row] as const);

describe('the reading of a report that an earlier version stored', () => {
  it.each(rows)('fits its schema and stays as it is when it is stored: %s', (_name, row) => {
    const { reading } = moduleOf(row.module);
    const read = reading.readingFromWire(row.wire);
    const stored = JSON.parse(JSON.stringify(read));
    expect(reading.schema.parse(stored)).toEqual(read);
    expect(readingOf({ ...row, reading: stored })).toEqual(readingOf(row));
  });
});
