import type { ReadingBase } from '../reading/reading.ts';
import type { ReportDocument, ReportHeader } from '../report/document.ts';
import type { Analysis } from './analysis.ts';

export type WireValue =
  | string
  | number
  | boolean
  | null
  | readonly WireValue[]
  | { readonly [key: string]: WireValue };

/** The response fields of the specification, without image links, ids and dates, which the server adds. */
export type WireFields = { readonly [field: string]: WireValue };

/**
 * A module's `report.ts`: the one way from a reading to words. `toWire` runs on the server when a
 * result is stored or a reader changed it; `toDocument` runs in the browser on that, for screen and paper
 * alike.
 */
export interface ReportModule<R extends ReadingBase = ReadingBase> {
  /**
   * All that is said of the findings as they are in the reading: what is no longer found is in no text.
   * `scores`: those that the engine gave beside it.
   */
  toWire(reading: R, scores?: Analysis['scores']): WireFields;
  /** Never throws: a missing or malformed field reads as specified ("Not specified", fixed display value). */
  toDocument(wire: WireFields, header: ReportHeader): ReportDocument;
  /** The same document as the history words it, where the specification words it differently there. */
  inHistory?(document: ReportDocument): ReportDocument;
}
