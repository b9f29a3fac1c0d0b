import { moduleOf } from '@second-read/analyses/catalogue';
import { examOf } from '@second-read/analyses/stored-reading';
import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import type { LabelMap } from '@second-read/core/pixels/plane';
import { reviewedSlice } from '@second-read/core/review/exam/reviewed-slice';
import {
  changesMarks,
  type MarkedVersion,
  outlinedClasses,
  reviewedLabels,
} from '@second-read/core/review/reviewed-labels';
import { and, eq } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { storedLabelMap } from '../export/stored-pictures.ts';
import type { StoredReport } from '../reports.repository.ts';

/** What a reader made of the marks of one slice of an exam; undefined where the machine's stand. */
export function markedSlice(stored: StoredReport, slice: StoredSlice): MarkedVersion | undefined {
  const { report, review, machine } = stored;
  const [before, current] = [examOf(machine), examOf(report)];
  const { exam, coding } = moduleOf(report.module);
  if (!review || !before || !current || !exam) return undefined;
  const version = reviewedSlice({ machine: before, current }, slice, { coding, types: exam.types });
  return version && changesMarks(version) ? version : undefined;
}

/** Classes of a slice's label map that hold an outline of a reader's. */
export function readersClasses(stored: StoredReport, file: string): number[] {
  const slice = examOf(stored.report)?.slices.find((each) => each.file === file);
  const version = slice && markedSlice(stored, slice);
  return version === undefined ? [] : Object.keys(outlinedClasses(version)).map(Number);
}

/** The label map of a slice in the version in force. @param key of the machine's */
export async function currentSliceLabels(
  stored: StoredReport,
  file: string,
  key: string,
  context: AppContext,
): Promise<LabelMap> {
  const labels = await storedLabelMap(key, context);
  const slice = examOf(stored.report)?.slices.find((each) => each.file === file);
  const version = slice && markedSlice(stored, slice);
  return version === undefined ? labels : reviewedLabels(labels, version);
}

/** That of the slice sent as this number; undefined where the exam has none. */
export async function reviewedSliceLabels(
  stored: StoredReport,
  sent: number,
  context: AppContext,
): Promise<LabelMap | undefined> {
  const slice = examOf(stored.report)?.slices.find((each) => each.sent === sent);
  if (slice === undefined || stored.batchId === null) return undefined;
  const [row] = await context.db
    .select({ examSlice: analyses.examSlice })
    .from(analyses)
    .where(and(eq(analyses.batchId, stored.batchId), eq(analyses.slice, sent)));
  const key = row?.examSlice?.images?.labels;
  return key === undefined ? undefined : currentSliceLabels(stored, slice.file, key, context);
}
