import { moduleOf } from '@second-read/analyses/catalogue';
import { manifestOf } from '@second-read/analyses/manifests';
import { drawCapture } from '@second-read/core/encode/draw-capture';
import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import { greyToRgb } from '@second-read/core/pixels/color/apply-window';
import type { LabelMap, Plane, RgbImage } from '@second-read/core/pixels/plane';
import { redrawFigure, redrawSegmented } from '@second-read/core/review/redraw-views';
import { changesMarks, reviewedLabels } from '@second-read/core/review/reviewed-labels';
import sharp from 'sharp';
import type { AppContext } from '../../context.ts';
import { markedVersion } from './export/current-labels.ts';
import { storedLabels, storedOriginal, storedView } from './export/stored-pictures.ts';
import { findReport, type StoredReport } from './reports.repository.ts';
import { markedSlice, reviewedSliceLabels } from './slices/reviewed-slices.ts';

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

function keyOf(
  { report }: StoredReport,
  { mark, revision }: NonNullable<StoredReport['review']>,
  name: string,
): string {
  return `${report.organisationId}/reviewed/${report.id}/${mark.version}.${revision}/${name}.png`;
}

const keyForm = /^([^/]+)\/reviewed\/([^/]+)\/\d+\.\d+\/([a-z]+|slice-[1-9]\d*)\.png$/;

/** Draws what these keys name, of the version that is in force now; undefined for any other key. */
export async function drawReviewed(key: string, context: AppContext): Promise<Buffer | undefined> {
  const [, organisationId = '', id = '', name] = keyForm.exec(key) ?? [];
  const stored = name === undefined ? undefined : await findReport(context, { organisationId, id });
  if (!stored) return undefined;
  const role = markedRoles.find((each) => each === name);
  if (role) return pngOf(await drawRole(stored, role, context));
  const sent = /^slice-(\d+)$/.exec(name ?? '')?.[1];
  const labels = sent && (await reviewedSliceLabels(stored, Number(sent), context));
  return labels ? pngOf(labels) : undefined;
}

async function drawRole(stored: StoredReport, role: MarkedRole, context: AppContext) {
  const { report } = stored;
  const { coding } = moduleOf(report.module);
  const { findingTypes } = manifestOf(report.module);
  const machine = await storedLabels(report, context);
  const marked = markedVersion(stored);
  const labels: LabelMap = marked === undefined ? machine : reviewedLabels(machine, marked);
  if (role === 'labels') return labels;
  const version = { coding, findingTypes, machine, labels };
  const drawn = await storedView(report, role, context);
  if (role === 'segmented') return redrawSegmented(inColour(drawn), version);
  const picture = await storedOriginal(report, context);
  const isOneSize = [picture, labels].every(
    ({ width, height }) => width === drawn.width && height === drawn.height,
  );
  if (role === 'figure' && isOneSize) return redrawFigure(inColour(drawn), inColour(picture), version);
  return drawCapture({ coding, findingTypes }, picture, labels);
}

function inColour(picture: Plane<Uint8Array> | RgbImage): RgbImage {
  return picture.data.length === picture.width * picture.height ? greyToRgb(picture) : picture;
}

function pngOf({ width, height, data }: Plane<Uint8Array> | RgbImage): Promise<Buffer> {
  const channels = data.length === width * height ? 1 : 3;
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ compressionLevel: 2 })
    .toBuffer();
}
