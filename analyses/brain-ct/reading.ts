import type { ReadingModule } from '@second-read/core/analysis/reading-module';
import { type BrainReading, brainReading } from './reading/schema.ts';
import { readingFromWire } from './report/from-wire.ts';
import { urgencyOf } from './report/urgency.ts';

/** What the brain module stores of a slice, and what follows from it. */
export const reading: ReadingModule<BrainReading> = {
  schema: brainReading,
  version: 1,
  readingFromWire,
  urgencyOf,
};
