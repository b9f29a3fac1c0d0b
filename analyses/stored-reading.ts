import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { examDocument } from '@second-read/core/exam/exam-document';
import { urgencyOfExam } from '@second-read/core/exam/exam-urgency';
import { examOfReading, type StoredExam } from '@second-read/core/exam/stored-exam';
import type { ReadingBase } from '@second-read/core/reading/reading';
import type { ReportDocument, ReportHeader } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { moduleOf } from './catalogue.ts';

/** A report as far as its content goes; `reading` as it was stored, null in older ones. */
export interface StoredContent {
  readonly module: AnalysisId;
  readonly wire: WireFields;
  readonly reading?: unknown;
}

/** The reading of a stored exam; undefined for a report of a single picture. */
export function examOf({ reading }: Pick<StoredContent, 'reading'>): StoredExam | undefined {
  return examOfReading(reading);
}

/** The document of a stored report: of an exam where it is one, else of its picture. */
export function documentOf({ module, wire, reading }: StoredContent, header: ReportHeader): ReportDocument {
  const { report, exam: words, manifest } = moduleOf(module);
  const exam = words && examOf({ reading });
  if (!words || !exam) return report.toDocument(wire, header);
  return examDocument(exam, { words, fileName: manifest.pdfFileName }, header);
}

/** The stored reading of a picture; where there is none, or one of another version, what the reply tells. */
export function readingOf({ module, wire, reading: stored }: StoredContent): ReadingBase {
  const { reading } = moduleOf(module);
  const parsed = reading.schema.safeParse(stored);
  return parsed.success ? parsed.data : reading.readingFromWire(wire);
}

/** Orders reports of one module. By the reading alone: words have no part in it. */
export function urgencyOfReport(content: StoredContent): Urgency {
  const { exam: words, reading } = moduleOf(content.module);
  const exam = words && examOf(content);
  return words && exam ? urgencyOfExam(exam, words) : reading.urgencyOf(readingOf(content));
}
