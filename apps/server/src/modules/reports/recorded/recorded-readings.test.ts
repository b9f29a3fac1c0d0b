import { reading } from '@second-read/analyses/breast/reading';
import { report } from '@second-read/analyses/breast/report';
import { describe, expect, it } from 'vitest';
import { oldRows } from './old-rows.test-support.ts';

const rows = oldRows
  .filter(({ module }) => module === 'breast')
  .map(({ name, wire }) => [name, wire] as const);

describe('the reading of a report that an earlier version stored', () => {
  it.each(rows)('fits its schema and keeps its place in the order: %s', (_name, wire) => {
    const read = reading.readingFromWire(wire);
    expect(reading.schema.parse(JSON.parse(JSON.stringify(read)))).toEqual(read);
    expect(reading.urgencyOf(read)).toEqual(report.urgencyOf(wire));
  });
});
