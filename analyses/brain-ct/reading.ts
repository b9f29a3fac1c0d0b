import type { ReadingModule } from '@second-read/core/reading/reading-module';
import { readingFromWire } from './reading/from-wire.ts';
import { type BrainReading, brainReading } from './reading/schema.ts';
import { urgencyOf } from './reading/urgency.ts';

/** What the brain module stores of a slice, and what follows from it. */
export const reading: ReadingModule<BrainReading> = {
  schema: brainReading,
  version: 1,
  readingFromWire,
  urgencyOf,
};
