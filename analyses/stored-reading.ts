import { type Alarm, alarmOf } from '@second-read/core/alarm/alarm-budget';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { DocumentOptions, WireFields } from '@second-read/core/analysis/report-module';
import type { ExamWording } from '@second-read/core/exam/exam-reading';
import { readingOfExam } from '@second-read/core/exam/report/exam-as-reading';
import { examDocument } from '@second-read/core/exam/report/exam-document';
import { urgencyOfExam } from '@second-read/core/exam/report/exam-urgency';
import type { ExamWords } from '@second-read/core/exam/report/exam-words';
import { wordedExam } from '@second-read/core/exam/report/worded-exam';
import { examOfReading, type StoredExam } from '@second-read/core/exam/stored-exam';
import type { AnyReading } from '@second-read/core/reading/reading';
import { noHeader, type ReportDocument, type ReportHeader } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { moduleOf } from './catalogue.ts';

/** Of an image, or of a whole exam: documents, urgency, alarms and lists follow from it alone. */
export type StoredReading = AnyReading | StoredExam;

/** A report as a row or a reply has it. */
interface StoredContent {
  readonly module: AnalysisId;
  readonly wire: WireFields;
  readonly reading?: unknown;
}

/**
 * The reading of a row or of a reply. Where there is none, as in replies of another server, or one of another
 * version, what the specified fields tell.
 * @throws ZodError of an exam that is not of the stored form
 */
export function readingOf({ module, wire, reading: stored }: StoredContent): StoredReading {
  const exam = examOfReading(stored);
  if (exam) return exam;
  const { schema, readingFromWire } = moduleOf(module).reading;
  return schema.safeParse(stored).data ?? readingFromWire(wire);
}

function isExam(reading: StoredReading): reading is StoredExam {
  return reading.kind === 'exam';
}

/** The exam that was read; undefined of an image. */
export function examOf({ reading }: { readonly reading: StoredReading }): StoredExam | undefined {
  return isExam(reading) ? reading : undefined;
}

/** In the terms of every reading, for code that knows no module. */
export function anyReadingOf(reading: StoredReading): AnyReading {
  return isExam(reading) ? readingOfExam(reading) : reading;
}

/** The sentences of a stored exam. */
export function wordingOf(exam: StoredExam): ExamWording {
  return wordedExam(exam, examWordsOf(exam));
}

function examWordsOf({ module }: StoredExam): ExamWords {
  const { exam: words } = moduleOf(module);
  if (words === undefined) throw new Error(`${module} reads no exams`);
  return words;
}

/** What replies and lists carry of an exam beside its reading. */
export function examWire(exam: StoredExam): WireFields {
  return { kind: 'exam', conclusion: wordingOf(exam).conclusion, slices: exam.slices.length };
}

export function documentOf(
  reading: StoredReading,
  header: ReportHeader,
  options: DocumentOptions = {},
): ReportDocument {
  const { report, manifest } = moduleOf(reading.module);
  if (!isExam(reading)) return report.toDocument(reading, header, options);
  return examDocument(reading, { words: examWordsOf(reading), fileName: manifest.pdfFileName }, header);
}

/** What a reading concludes, in words; empty where it concludes nothing. */
export function conclusionOf(reading: StoredReading): string {
  return documentOf(reading, noHeader).diagnosis?.text ?? '';
}

/**
 * Whether readers are notified: as the report ranks itself, or by its module's curve within the budget.
 * @param budget false alarms accepted per 100 images without the finding; undefined: none was set
 */
export function alarmOfReading(reading: StoredReading, budget: number | undefined): Alarm | null {
  const isUrgent = urgencyOf(reading).level === 'urgent';
  const { alarm } = moduleOf(reading.module);
  if (alarm === undefined || isExam(reading)) return isUrgent ? { reason: 'urgent' } : null;
  const isUrgentOtherwise = alarm.isUrgentOtherwise(reading);
  return alarmOf({ isUrgent, isUrgentOtherwise, score: alarm.scoreOf(reading) }, alarm.curve, budget);
}

/** Orders reports of one module; words have no part in it. */
export function urgencyOf(reading: StoredReading): Urgency {
  if (isExam(reading)) return urgencyOfExam(reading, examWordsOf(reading));
  return moduleOf(reading.module).reading.urgencyOf(reading);
}
