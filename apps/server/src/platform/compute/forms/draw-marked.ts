import { moduleOf } from '@second-read/analyses/catalogue';
import { manifestOf } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { drawCapture } from '@second-read/core/encode/draw-capture';
import { greyToRgb } from '@second-read/core/pixels/color/apply-window';
import type { RgbImage } from '@second-read/core/pixels/plane';
import { redrawFigure, redrawSegmented } from '@second-read/core/review/redraw-views';
import { type MarkedVersion, reviewedLabels } from '@second-read/core/review/reviewed-labels';
import { decodeLabels, decodePng, encodePixels, type Pixels } from './stored-png.ts';

/** A picture of a report with the marks of a version. Pictures are stored PNGs. */
export interface DrawTask {
  readonly module: AnalysisId;
  readonly role: 'segmented' | 'overlay' | 'figure' | 'labels';
  readonly labels: Uint8Array;
  /** Missing where the machine's marks are right. */
  readonly marked?: MarkedVersion | undefined;
  /** What the engine drew, and the picture as displayed; not needed for `labels`. */
  readonly drawn?: Uint8Array | undefined;
  readonly original?: Uint8Array | undefined;
}

/** A PNG. */
export async function drawMarked({ module, role, marked, ...pictures }: DrawTask): Promise<Uint8Array> {
  const machine = await decodeLabels(pictures.labels);
  const labels = marked === undefined ? machine : reviewedLabels(machine, marked);
  if (role === 'labels') return encodePixels(labels);
  const { coding } = moduleOf(module);
  const { findingTypes } = manifestOf(module);
  const version = { coding, findingTypes, machine, labels };
  const drawn = await decoded(pictures.drawn);
  if (role === 'segmented') return encodePixels(redrawSegmented(inColour(drawn), version));
  const picture = await decoded(pictures.original);
  const isOneSize = [picture, labels].every(
    ({ width, height }) => width === drawn.width && height === drawn.height,
  );
  if (role === 'figure' && isOneSize)
    return encodePixels(redrawFigure(inColour(drawn), inColour(picture), version));
  return encodePixels(drawCapture({ coding, findingTypes }, picture, labels));
}

function decoded(png: Uint8Array | undefined): Promise<Pixels> {
  if (png === undefined) throw new Error('a picture of a report is missing');
  return decodePng(png);
}

function inColour(picture: Pixels): RgbImage {
  return picture.data.length === picture.width * picture.height ? greyToRgb(picture) : picture;
}
