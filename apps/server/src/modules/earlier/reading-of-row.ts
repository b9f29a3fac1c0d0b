import { readingOf, type StoredReading } from '@second-read/analyses/stored-reading';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { earlierBrain } from './brain-ct.ts';
import { earlierBreast } from './breast.ts';
import { earlierCervix } from './cervix.ts';
import { earlierLung } from './lung.ts';

/** By module, what a report says that was stored before there were readings: its sentences are read. */
const earlier: Readonly<Record<string, (wire: WireFields) => StoredReading>> = {
  breast: earlierBreast,
  'brain-ct': earlierBrain,
  lung: earlierLung,
  cervix: earlierCervix,
};

/** The reading of a stored row; of one without, all that its wire fields tell. */
export function readingOfRow(row: {
  readonly module: string;
  readonly wire: WireFields;
  readonly reading?: unknown;
}): StoredReading {
  return (row.reading ? undefined : earlier[row.module]?.(row.wire)) ?? readingOf(row);
}
