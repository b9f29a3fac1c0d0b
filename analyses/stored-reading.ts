import { type Alarm, alarmOf } from '@second-read/core/alarm/alarm-budget';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { DocumentOptions, WireFields } from '@second-read/core/analysis/report-module';
import type { ExamWording } from '@second-read/core/exam/exam-reading';
import { examDocument } from '@second-read/core/exam/report/exam-document';
import { urgencyOfExam } from '@second-read/core/exam/report/exam-urgency';
import { wordedExam } from '@second-read/core/exam/report/worded-exam';
import { examOfReading, type StoredExam } from '@second-read/core/exam/stored-exam';
import type { ReadingBase } from '@second-read/core/reading/reading';
import { noHeader, type ReportDocument, type ReportHeader } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { moduleOf, modules } from './catalogue.ts';

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

/** The sentences of a stored exam. */
export function wordingOf(exam: StoredExam): ExamWording {
  const words = modules.find(({ manifest }) => manifest.id === exam.module)?.exam;
  if (words === undefined) throw new Error(`${exam.module} reads no exams`);
  return wordedExam(exam, words);
}

/** What replies and lists carry of an exam beside its reading. */
export function examWire(exam: StoredExam): WireFields {
  return { kind: 'exam', conclusion: wordingOf(exam).conclusion, slices: exam.slices.length };
}

/** The document of a stored report: of an exam where it is one, else of its picture. */
export function documentOf(
  { module, wire, reading: stored }: StoredContent,
  header: ReportHeader,
  options: Pick<DocumentOptions, 'inHistory'> = {},
): ReportDocument {
  const { report, reading, exam: words, manifest } = moduleOf(module);
  const exam = words && examOf({ reading: stored });
  if (words && exam) return examDocument(exam, { words, fileName: manifest.pdfFileName }, header);
  const figure = wire[manifest.imageFields.figure ?? ''];
  const hasFigure = typeof figure === 'string' && figure !== '';
  return report.toDocument(reading.readingFromWire(wire), header, { ...options, hasFigure });
}

/** What a report concludes, in words; empty where it concludes nothing. */
export function conclusionOf(content: StoredContent): string {
  return documentOf(content, noHeader).diagnosis?.text ?? '';
}

/** The stored reading of a picture; where there is none, or one of another version, what the reply tells. */
export function readingOf({ module, wire, reading: stored }: StoredContent): ReadingBase {
  const { reading } = moduleOf(module);
  const parsed = reading.schema.safeParse(stored);
  return parsed.success ? parsed.data : reading.readingFromWire(wire);
}

/**
 * Whether people are told of a report: as it ranks itself, or by its module's curve within the budget.
 * @param budget false alarms accepted per 100 pictures without the finding; undefined: none was set
 */
export function alarmOfReport(content: StoredContent, budget: number | undefined): Alarm | null {
  const { alarm } = moduleOf(content.module);
  const isUrgent = urgencyOfReport(content).level === 'urgent';
  if (alarm === undefined || examOf(content) !== undefined)
    return alarmOf({ isUrgent, isUrgentOtherwise: false, score: null }, undefined, undefined);
  const reading = readingOf(content);
  const isUrgentOtherwise = alarm.isUrgentOtherwise(reading);
  return alarmOf({ isUrgent, isUrgentOtherwise, score: alarm.scoreOf(reading) }, alarm.curve, budget);
}

/** Orders reports of one module. By the reading alone: words have no part in it. */
export function urgencyOfReport(content: StoredContent): Urgency {
  const { exam: words, reading } = moduleOf(content.module);
  const exam = words && examOf(content);
  return words && exam ? urgencyOfExam(exam, words) : reading.urgencyOf(readingOf(content));
}
