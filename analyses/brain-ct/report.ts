import type { ReportModule } from '@second-read/core/analysis/report-module';
import type { BrainReading } from './reading/schema.ts';
import { plainWords } from './report/plain-words.ts';
import { toDocument } from './report/to-document.ts';
import { toWire } from './report/to-wire.ts';

/**
 * How the brain module words its results: the seven observations and the diagnosis, one document for screen
 * and paper.
 */
export const report: ReportModule<BrainReading> = { toWire, toDocument, plainWords };
