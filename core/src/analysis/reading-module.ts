import type { z } from 'zod';
import type { AnyReading } from '../reading/reading.ts';
import type { Urgency } from '../report/urgency.ts';
import type { WireFields } from './report-module.ts';

/** A module's `reading.ts`: the schema of what is stored, and what is derived from it alone. */
export interface ReadingModule<R extends AnyReading> {
  readonly schema: z.ZodType<R>;
  readonly version: number;
  /** Of the specified fields, as another server sends them; no sentence is read. Never throws. */
  readingFromWire(wire: WireFields): R;
  /** Orders the reports of a list. Wording has no part in it. */
  urgencyOf(reading: R): Urgency;
}
