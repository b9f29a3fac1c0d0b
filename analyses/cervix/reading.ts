import type { ReadingModule } from '@second-read/core/analysis/reading-module';
import { type CervixReading, cervixReading } from './reading/schema.ts';
import { readingFromWire } from './report/from-wire.ts';
import { urgencyOf } from './report/urgency.ts';

/** What the cervix module stores of a photograph, and what follows from it. */
export const reading: ReadingModule<CervixReading> = {
  schema: cervixReading,
  version: 1,
  readingFromWire,
  urgencyOf,
};
