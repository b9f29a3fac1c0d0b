import type { ReportModule } from '@second-read/core/analysis/report-module';
import type { CervixReading } from './reading/schema.ts';
import { plainWords } from './report/plain-words.ts';
import { toDocument } from './report/to-document.ts';
import { toWire } from './report/to-wire.ts';

/**
 * How the cervix module words its results: `findings` and `swede` on the wire, one document for screen and
 * paper.
 */
export const report: ReportModule<CervixReading> = {
  toWire,
  toDocument,
  plainWords,
};
