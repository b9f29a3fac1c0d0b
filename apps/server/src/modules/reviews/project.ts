import { moduleOf } from '@second-read/analyses/catalogue';
import { examOf, readingOf } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { anyReading } from '@second-read/core/reading/reading';
import { applyChanges, type Reviewed } from '@second-read/core/review/apply-changes';
import type { Change } from '@second-read/core/review/change';
import { noReview, type ReviewModule } from '@second-read/core/review/review-module';

/** A report as its machine made it, as far as a review needs it. */
export interface MachineReport {
  readonly id: string;
  readonly organisationId: string;
  readonly module: AnalysisId;
  readonly wire: WireFields;
  readonly reading: unknown;
  readonly study: { readonly width: number; readonly height: number };
  readonly createdAt: Date;
}

/** What a version says: kept when it is signed, computed while it is written. */
export interface VersionContent
  extends Pick<Reviewed, 'reading' | 'written' | 'outlines' | 'decisions' | 'category'> {
  readonly wire: WireFields;
}

/** Of an exam single findings are not changed yet: it is signed as it is, with texts. */
export function reviewModuleOf(report: MachineReport): ReviewModule {
  return examOf(report) ? noReview : (moduleOf(report.module).review ?? noReview);
}

/** What the machine read: of a picture, or of a whole exam. */
export function machineReading(report: MachineReport): VersionContent['reading'] | StoredExam {
  return examOf(report) ?? anyReading.parse(readingOf(report));
}

/** The machine's reading with changes laid over it. */
export function reviewedWith(report: MachineReport, changes: readonly Change[]): Reviewed {
  return applyChanges(reviewModuleOf(report), readingOf(report), changes, report.study);
}

/** As long as nothing measured was changed the machine's own response stands, to the byte. */
export function contentOf(report: MachineReport, reviewed: Reviewed): VersionContent {
  const { reading, written, outlines, decisions, category, isChanged } = reviewed;
  const wire = isChanged ? wireOf(report, reading) : report.wire;
  return { reading, wire, written, outlines, decisions, category };
}

/** Scores are the engine's and no finding's: they stay as they are. */
function wireOf({ module, wire }: MachineReport, reading: Reviewed['reading']): WireFields {
  const { scores } = wire;
  return { ...moduleOf(module).report.toWire(reading), ...(scores !== undefined && { scores }) };
}

/** Whether a reading is one that its module can store. */
export function isValid({ module }: MachineReport, { reading }: Reviewed): boolean {
  return moduleOf(module).reading.schema.safeParse(reading).success;
}
