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
 * A module's `report.ts`: the one way from an analysis to words. `toWire` runs on the server when a
 * result is stored; `toDocument` runs in the browser on what was stored, for screen and paper alike.
 */
export interface ReportModule {
  toWire(analysis: Analysis): WireFields;
  /** Never throws: a missing or malformed field reads as specified ("Not specified", fixed display value). */
  toDocument(wire: WireFields, header: ReportHeader): ReportDocument;
  /** The same document as the history words it, where the specification words it differently there. */
  inHistory?(document: ReportDocument): ReportDocument;
}
