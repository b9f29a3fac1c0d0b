import { moduleOf } from '@second-read/analyses/catalogue';
import { examOf } from '@second-read/analyses/stored-reading';
import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import { reviewedSlice as sliceVersion } from '@second-read/core/review/exam/reviewed-slice';
import { changesMarks, type MarkedVersion } from '@second-read/core/review/reviewed-labels';
import { and, eq } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import type { DrawTask } from '../../../platform/compute/compute.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { storedPng } from '../export/stored-pictures.ts';
import type { StoredReport } from '../reports.repository.ts';

/** What a reader made of the marks of one slice of an exam; undefined where the machine's stand. */
export function markedSlice(stored: StoredReport, slice: StoredSlice): MarkedVersion | undefined {
  const { report, review, machine } = stored;
  const [before, current] = [examOf(machine), examOf(report)];
  const { exam, coding } = moduleOf(report.module);
  if (!review || !before || !current || !exam) return undefined;
  const version = sliceVersion({ machine: before, current }, slice, { coding, types: exam.types });
  return version && changesMarks(version) ? version : undefined;
}

/** The label map of the slice sent as this number, to be drawn; undefined where the exam has none. */
export async function reviewedSlice(
  stored: StoredReport,
  sent: number,
  context: AppContext,
): Promise<DrawTask | undefined> {
  const slice = examOf(stored.report)?.slices.find((each) => each.sent === sent);
  const images = await imagesOf(stored, sent, context);
  if (!slice || !images) return undefined;
  const { module } = stored.report;
  return {
    module,
    role: 'labels',
    labels: await storedPng(images.labels, context),
    marked: markedSlice(stored, slice),
  };
}

/** The picture of the slice sent as this number, without marks; undefined where the exam has none. */
export async function pictureOfSlice(
  stored: StoredReport,
  sent: number,
  context: AppContext,
): Promise<Buffer | undefined> {
  const images = await imagesOf(stored, sent, context);
  return images ? storedPng(images.original, context) : undefined;
}

async function imagesOf({ batchId }: StoredReport, sent: number, { db }: Pick<AppContext, 'db'>) {
  if (batchId === null) return undefined;
  const [row] = await db
    .select({ examSlice: analyses.examSlice })
    .from(analyses)
    .where(and(eq(analyses.batchId, batchId), eq(analyses.slice, sent)));
  return row?.examSlice?.images;
}
