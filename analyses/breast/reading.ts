import type { ReadingModule } from '@second-read/core/analysis/reading-module';
import { type BreastReading, breastReading } from './reading/schema.ts';
import { readingFromWire } from './report/from-wire.ts';
import { urgencyOf } from './report/urgency.ts';

/** What the breast module stores of a mammogram, and what follows from it. */
export const reading: ReadingModule<BreastReading> = {
  schema: breastReading,
  version: 1,
  readingFromWire,
  urgencyOf,
};
