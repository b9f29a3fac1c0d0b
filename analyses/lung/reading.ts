import type { ReadingModule } from '@second-read/core/analysis/reading-module';
import { type LungReading, lungReading } from './reading/schema.ts';
import { readingFromWire } from './report/from-wire.ts';
import { urgencyOf } from './report/urgency.ts';

/** What the lung module stores of a slice, and what follows from it. */
export const reading: ReadingModule<LungReading> = {
  schema: lungReading,
  version: 1,
  readingFromWire,
  urgencyOf,
};
