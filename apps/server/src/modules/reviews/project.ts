import { moduleOf } from '@second-read/analyses/catalogue';
import { anyReadingOf, examOf, type StoredReading, wordingOf } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { type StoredExam, storedExam } from '@second-read/core/exam/stored-exam';
import type { AnyReading } from '@second-read/core/reading/reading';
import { type Folded, foldChanges, type Reviewed } from '@second-read/core/review/apply-changes';
import type { Change } from '@second-read/core/review/change';
import { examAsReviewable } from '@second-read/core/review/exam/exam-as-reviewable';
import type { ExamReviewer } from '@second-read/core/review/exam/exam-review-module';
import { reviewOfExam } from '@second-read/core/review/exam/review-of-exam';
import { reviewedExam } from '@second-read/core/review/exam/reviewed-exam';
import { withoutSliceOutlines } from '@second-read/core/review/exam/slice-outlines';
import type { ImagePlace } from '@second-read/core/review/measurements/reader-measurement';
import type { Spacing } from '@second-read/core/review/outline-measures';
import { noReview, type ReviewModule } from '@second-read/core/review/review-module';

/** A report as its machine made it, as far as a review needs it. */
export interface MachineReport {
  readonly id: string;
  readonly organisationId: string;
  readonly module: AnalysisId;
  readonly wire: WireFields;
  readonly reading: StoredReading;
  readonly study: {
    readonly width: number;
    readonly height: number;
    readonly spacingMm: Spacing | null;
  };
  readonly createdAt: Date;
  readonly patientGenerated: boolean;
}

/** What a version says: kept when it is signed, computed while it is written. */
export interface VersionContent
  extends Pick<Reviewed, 'reading' | 'written' | 'outlines' | 'decisions' | 'category'> {
  readonly wire: WireFields;
  /** The reader's own; absent where there are none. */
  readonly measurements?: Reviewed['measurements'];
  /** That the reader chose; absent where there are none. */
  readonly keyImages?: Reviewed['keyImages'];
  /** Of an exam; absent in one that was signed before its findings could be changed. */
  readonly exam?: StoredExam;
  /** Whether it says anything else than the machine did. */
  readonly differs?: boolean;
}

/** What may be changed in this report: of its picture, or of its exam. */
export function reviewModuleOf(report: MachineReport): ReviewModule {
  const exam = examOf(report);
  if (exam === undefined) return moduleOf(report.module).review ?? noReview;
  const reviewer = examReviewer(report.module);
  return reviewer ? reviewOfExam(exam, reviewer) : noReview;
}

function examReviewer(module: AnalysisId): ExamReviewer | undefined {
  const { examReview: review, exam: words } = moduleOf(module);
  return review && words && { review, words };
}

/** What the engine read in the terms of every reading: what changes are laid over and checked against. */
export function reviewableOf(report: MachineReport): AnyReading {
  const exam = examOf(report);
  return exam ? examAsReviewable(exam, reviewModuleOf(report).fields) : anyReadingOf(report.reading);
}

/**
 * What lists show of a version: without measurements, key images and the vertices of outlines, maybe a
 * megabyte.
 */
export function summaryOf(content: VersionContent): VersionContent {
  const { reading, outlines, measurements: _measurements, keyImages: _keyImages, ...others } = content;
  return {
    ...others,
    reading: { ...reading, findings: reading.findings.map(withoutSliceOutlines) },
    outlines: Object.fromEntries(Object.keys(outlines).map((id) => [id, []])),
  };
}

/** Size of a pixel of one of its images, as far as the report has it. */
export function pixelMmOf(report: MachineReport, { slice, cut }: ImagePlace) {
  if (cut !== undefined) return undefined;
  if (slice !== undefined) return examOf(report)?.slices[slice]?.pixelMm;
  const { spacingMm } = report.study;
  return spacingMm && { x: spacingMm.x, y: spacingMm.y };
}

/** To lay further changes over it, one by one. */
export function folded(report: MachineReport, changes: readonly Change[]): Folded {
  return foldChanges(reviewModuleOf(report), reviewableOf(report), changes, report.study);
}

/** The machine's reading with changes laid over it. */
export function reviewedWith(report: MachineReport, changes: readonly Change[]): Reviewed {
  return folded(report, changes).reviewed;
}

/** The exam as a reader has changed it; undefined for a report of a picture. */
function examWith(report: MachineReport, reviewed: Reviewed): StoredExam | undefined {
  const exam = examOf(report);
  const reviewer = examReviewer(report.module);
  return exam && reviewer ? reviewedExam(exam, reviewed, reviewer) : exam;
}

/** As long as nothing measured was changed the machine's own response stands, to the byte. */
export function contentOf(report: MachineReport, reviewed: Reviewed): VersionContent {
  const { written, outlines, decisions, category, isChanged } = reviewed;
  const reading = withoutOrigins(reviewed.reading);
  const { measurements, keyImages } = reviewed;
  const own = {
    ...(measurements.length > 0 && { measurements }),
    ...(keyImages.length > 0 && { keyImages }),
  };
  const differs = isChanged || Object.keys(written).length > 0;
  const exam = examWith(report, reviewed);
  if (exam) {
    const wire = { ...report.wire, conclusion: wordingOf(exam).conclusion };
    return { reading, exam, wire, written, outlines, ...own, decisions, category, differs };
  }
  const wire = isChanged ? wireOf(report, reading) : report.wire;
  return { reading, wire, written, outlines, ...own, decisions, category, differs };
}

/** What a merged or a parted finding was is in the exam. */
function withoutOrigins(reading: AnyReading): AnyReading {
  return { ...reading, findings: reading.findings.map(({ origin: _, ...finding }) => finding) };
}

/** As it is signed: with its sentences, so that no later rule or wording changes them. */
export function signedContent(content: VersionContent): VersionContent {
  const { exam, reading } = content;
  if (exam) return { ...content, exam: { ...exam, wording: wordingOf(exam) } };
  const texts = moduleOf(reading.module).report.textsOf(reading);
  return { ...content, reading: { ...reading, texts } };
}

/** Scores are the engine's and no finding's: they stay as they are. */
function wireOf({ module, wire }: MachineReport, reading: Reviewed['reading']): WireFields {
  const { scores } = wire;
  return { ...moduleOf(module).report.toWire(reading), ...(scores !== undefined && { scores }) };
}

function withoutOutlines(exam: StoredExam): StoredExam {
  const bare = ({ outline: _, ...mark }: StoredExam['findings'][number]['slices'][number]) => mark;
  return { ...exam, findings: exam.findings.map((each) => ({ ...each, slices: each.slices.map(bare) })) };
}

/** Whether a reading is one that its module can store. */
export function isValid(report: MachineReport, reviewed: Reviewed): boolean {
  const exam = examWith(report, reviewed);
  // Outlines were checked as they arrived.
  if (exam) return storedExam.safeParse(withoutOutlines(exam)).success;
  return moduleOf(report.module).reading.schema.safeParse(reviewed.reading).success;
}
