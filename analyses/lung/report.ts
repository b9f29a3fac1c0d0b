import type { ReportModule } from '@second-read/core/analysis/report-module';
import type { LungReading } from './reading/schema.ts';
import { plainWords } from './report/plain-words.ts';
import { toDocument } from './report/to-document.ts';
import { toWire } from './report/to-wire.ts';

/** How the lung module words its results: `report_text` on the wire, one document for screen and paper. */
export const report: ReportModule<LungReading> = {
  toWire,
  toDocument,
  plainWords,
};
