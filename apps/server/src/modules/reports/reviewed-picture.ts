import { examOf } from '@second-read/analyses/stored-reading';
import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import { changesMarks } from '@second-read/core/review/reviewed-labels';
import type { AppContext } from '../../context.ts';
import type { DrawTask, WorkOwner } from '../../platform/compute/compute.ts';
import { openKeyPicture } from '../reviews/index.ts';
import { markedVersion } from './export/current-labels.ts';
import { inCompute } from './export/in-compute.ts';
import { storedPng } from './export/stored-pictures.ts';
import { findReport, type StoredReport } from './reports.repository.ts';
import { markedSlice, pictureOfSlice, reviewedSlice } from './slices/reviewed-slices.ts';

/** The pictures of a report that show marks. */
export const markedRoles = ['segmented', 'overlay', 'figure', 'labels'] as const;
type MarkedRole = (typeof markedRoles)[number];

/**
 * Under which key the pictures of a version are linked whose marks a reader changed; null where the machine's
 * own are right. The key is another whenever the version is, so that no older picture stands for it.
 */
export function reviewedKeys(stored: StoredReport): ((role: MarkedRole) => string) | null {
  const { review } = stored;
  const version = markedVersion(stored);
  if (review === undefined || version === undefined || !changesMarks(version)) return null;
  return (role) => keyOf(stored, review, role);
}

/** Of the label map of one slice of an exam, as `reviewedKeys`. */
export function reviewedSliceKey(stored: StoredReport, slice: StoredSlice): string | null {
  const { review } = stored;
  if (review === undefined || markedSlice(stored, slice) === undefined) return null;
  return keyOf(stored, review, `slice-${slice.sent}`);
}

/**
 * Of the picture that an exam shows first, where a reader's changes lead to another slice than the machine's;
 * else null.
 */
export function keyImage(stored: StoredReport): string | null {
  const { report, review, machine } = stored;
  const [before, exam] = [examOf(machine), examOf(report)];
  const file = exam?.reading.keySlices[0]?.file;
  const slice = exam?.slices.find((each) => each.file === file);
  if (review === undefined || !slice || file === before?.reading.keySlices[0]?.file) return null;
  return keyOf(stored, review, `image-${slice.sent}`);
}

function keyOf(
  { report }: StoredReport,
  { mark, revision }: NonNullable<StoredReport['review']>,
  name: string,
): string {
  return `${report.organisationId}/reviewed/${report.id}/${mark.version}.${revision}/${name}.png`;
}

const keyForm = /^([^/]+)\/reviewed\/([^/]+)\/(\d+)\.\d+\/([a-z]+|(?:slice|image)-[1-9]\d*)\.png$/;

/**
 * Draws what these keys name, of their version of the report, or gives the picture of a key image; undefined
 * for any other key.
 */
export async function drawReviewed(
  key: string,
  by: WorkOwner,
  context: AppContext,
): Promise<Buffer | undefined> {
  const chosen = await openKeyPicture(key, context);
  if (chosen) return chosen;
  const [, organisationId = '', id = '', version, name] = keyForm.exec(key) ?? [];
  if (name === undefined) return undefined;
  const stored = await findReport(context, { organisationId, id, version: Number(version) });
  if (!stored) return undefined;
  const role = markedRoles.find((each) => each === name);
  if (role) return drawn(await drawTask(stored, role, context), by, context);
  const [, kind, sent] = /^(slice|image)-(\d+)$/.exec(name ?? '') ?? [];
  if (kind === 'image') return pictureOfSlice(stored, Number(sent), context);
  const task = sent && (await reviewedSlice(stored, Number(sent), context));
  return task ? drawn(task, by, context) : undefined;
}

async function drawTask(stored: StoredReport, role: MarkedRole, context: AppContext): Promise<DrawTask> {
  const { images, module } = stored.report;
  const [labels, marked] = [await storedPng(images.labels, context), markedVersion(stored)];
  if (role === 'labels') return { module, role, labels, marked };
  const pictures = {
    drawn: await storedPng(images[role], context),
    ...(role !== 'segmented' && { original: await storedPng(images.original, context) }),
  };
  return { module, role, labels, marked, ...pictures };
}

async function drawn(
  task: DrawTask,
  by: WorkOwner,
  { compute }: Pick<AppContext, 'compute'>,
): Promise<Buffer> {
  return Buffer.from(await inCompute(compute.draw(task, { by })));
}
