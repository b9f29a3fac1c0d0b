import type { Box } from '@second-read/core/pixels/plane';
import type { StageMatrix } from './stage-matrix.ts';
import { extentOf, toImagePoint } from './stage-matrix.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a stage looks, whatever the sizes of picture and stage. */
export interface StageView {
  /** The point of the picture in the middle of the stage, as shares of its width and height. */
  readonly x: number;
  readonly y: number;
  /** 1: the whole picture as large as the stage allows. */
  readonly zoom: number;
}

export function viewOf(matrix: StageMatrix, picture: Size, stage: Size): StageView {
  const middle = toImagePoint(matrix, { x: stage.width / 2, y: stage.height / 2 });
  const extent = extentOf(matrix, picture);
  const zoom = Math.max(extent.width / stage.width, extent.height / stage.height);
  return { x: middle.x / picture.width, y: middle.y / picture.height, zoom };
}

/** Whether a reader could not tell the two apart: less than a pixel of a large screen. */
export function isSameView(a: StageView, b: StageView): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) * a.zoom < 2e-4 && Math.abs(a.zoom / b.zoom - 1) < 2e-4;
}

/** A centred finding takes at most this share of the stage, so that what lies about it is seen too. */
const findingShare = 0.4;
/** Enlarged no further than this: a speck alone tells nothing. */
const maxEnlarged = 6;

/** The view that brings a box of the picture to the middle of the stage, large enough to be studied. */
export function viewOfBox(box: Box, matrix: StageMatrix, picture: Size, stage: Size): StageView {
  const whole = extentOf(matrix, picture);
  const part = extentOf(matrix, box);
  const fitted = Math.max(whole.width / stage.width, whole.height / stage.height);
  const share = Math.max(part.width / stage.width, part.height / stage.height) / fitted;
  return {
    x: (box.x + box.width / 2) / picture.width,
    y: (box.y + box.height / 2) / picture.height,
    zoom: Math.min(maxEnlarged, Math.max(1, findingShare / share)),
  };
}
