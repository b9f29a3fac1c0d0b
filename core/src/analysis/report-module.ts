import type { Analysis } from '../reading/analysis.ts';
import type { AnyReading } from '../reading/reading.ts';
import type { ReportDocument, ReportHeader } from '../report/document.ts';
import type { PlainWords } from '../report/plain-words.ts';

export type WireValue =
  | string
  | number
  | boolean
  | null
  | readonly WireValue[]
  | { readonly [key: string]: WireValue };

/** The response fields of the specification, without image links, ids and dates, which the server adds. */
export type WireFields = { readonly [field: string]: WireValue };

/** How a document is wanted. */
export interface DocumentOptions {
  /** Whether a picture of what was measured is stored beside the report. */
  readonly hasFigure?: boolean;
  /** As the history words it, where the specification words it differently there. */
  readonly inHistory?: boolean;
}

/**
 * A module's `report.ts`: the one way from a reading to words. `toWire` runs on the server when a
 * result is stored or a reader changed it; `toDocument` wherever it is shown or exported.
 */
export interface ReportModule<R extends AnyReading = AnyReading> {
  /**
   * All that is said of the findings as they are in the reading: what is no longer found is in no text.
   * `scores`: those that the engine gave beside it.
   */
  toWire(reading: R, scores?: Analysis['scores']): WireFields;
  /** Its sentences: those that it keeps, else as its findings give them. */
  textsOf(reading: R): R['texts'];
  /** What is missing reads as specified ("Not specified", fixed display value). */
  toDocument(reading: R, header: ReportHeader, options?: DocumentOptions): ReportDocument;
  /** What it says to a patient; absent: no such summary is offered. */
  readonly plainWords?: PlainWords;
}
