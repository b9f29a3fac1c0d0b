import type { Box } from '@second-read/core/pixels/plane';
import { type Orientation, stageAxes } from './orientation.ts';
import { extentOf, type StageMatrix, toImagePoint } from './stage-matrix.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a stage looks, whatever the sizes of image and stage. */
export interface StageView {
  /**
   * The point in the middle of the stage, as shares of the width and height of the image, or of its frame.
   */
  readonly x: number;
  readonly y: number;
  /** 1: the whole image as large as the stage allows. */
  readonly zoom: number;
}

/** How far a stage zooms. */
export const leastZoom = 0.2;
export const mostZoom = 40;

export const wholeView: StageView = { x: 0.5, y: 0.5, zoom: 1 };

/**
 * What is fitted into the stage in place of the image itself, in its pixels: so that images of several sizes
 * are shown to one scale.
 */
export interface Frame extends Size {
  readonly x: number;
  readonly y: number;
  /** The border of the stage that a whole frame touches; in the middle without one. */
  readonly border?: 'left' | 'right';
}

interface Shown extends Size {
  readonly spacing?: { readonly xMm: number; readonly yMm: number };
}

/** Of an image without one: the image. */
export function frameOf({ width, height }: Size, frame?: Frame): Frame {
  return frame ?? { x: 0, y: 0, width, height };
}

/** Where an image is drawn; pixels that are not square are drawn true to scale. */
export function matrixOf(
  picture: Shown,
  stage: Size,
  view: StageView,
  orientation: Orientation,
  frame = frameOf(picture),
): StageMatrix {
  const { xMm, yMm } = picture.spacing ?? { xMm: 1, yMm: 1 };
  const [sx, sy] = [xMm / Math.min(xMm, yMm), yMm / Math.min(xMm, yMm)];
  const { a, b, c, d } = stageAxes(orientation);
  const extent = extentOf([a * sx, b * sx, c * sy, d * sy, 0, 0], frame);
  const fitted = Math.min(stage.width / extent.width, stage.height / extent.height);
  const scale = view.zoom * fitted;
  const linear = [a * sx * scale, b * sx * scale, c * sy * scale, d * sy * scale] as const;
  const [x, y] = [frame.x + view.x * frame.width, frame.y + view.y * frame.height];
  const middle = middleOf(stage, frame, extent.width * fitted);
  return [...linear, middle.x - linear[0] * x - linear[2] * y, middle.y - linear[1] * x - linear[3] * y];
}

/** The point of the stage that a view is about: its middle, or that of a whole frame at its border. */
function middleOf({ width, height }: Size, { border }: Frame, fittedWidth: number) {
  const aside = border === undefined ? 0 : (width - fittedWidth) / 2;
  return { x: width / 2 + (border === 'left' ? -aside : aside), y: height / 2 };
}

/** Looks on as the image is moved by CSS pixels to the right and down. */
export function movedBy(
  view: StageView,
  by: { readonly x: number; readonly y: number },
  matrix: StageMatrix,
  frame: Frame,
): StageView {
  const [from, to] = [toImagePoint(matrix, by), toImagePoint(matrix, { x: 0, y: 0 })];
  return {
    ...view,
    x: view.x + (to.x - from.x) / frame.width,
    y: view.y + (to.y - from.y) / frame.height,
  };
}

/** The view that shows an area as large as the stage allows; `matrix`: that of the whole image. */
export function viewOfArea(area: Box, matrix: StageMatrix, frame: Frame, stage: Size): StageView {
  const part = extentOf(matrix, area);
  return {
    ...middleIn(area, frame),
    zoom: Math.min(
      mostZoom,
      Math.max(leastZoom, Math.min(stage.width / part.width, stage.height / part.height)),
    ),
  };
}

function middleIn({ x, y, width, height }: Box, frame: Frame): Pick<StageView, 'x' | 'y'> {
  return { x: (x + width / 2 - frame.x) / frame.width, y: (y + height / 2 - frame.y) / frame.height };
}

/** A centered finding takes at most this share of the stage, so that its surroundings are seen too. */
const findingShare = 0.4;
/** Enlarged no further than this: a speck alone says nothing. */
const maxEnlarged = 6;

/** The view that brings a box of the image to the middle of the stage, large enough to be studied. */
export function viewOfBox(box: Box, matrix: StageMatrix, frame: Frame, stage: Size): StageView {
  const whole = extentOf(matrix, frame);
  const part = extentOf(matrix, box);
  const fitted = Math.max(whole.width / stage.width, whole.height / stage.height);
  const share = Math.max(part.width / stage.width, part.height / stage.height) / fitted;
  return {
    ...middleIn(box, frame),
    zoom: Math.min(maxEnlarged, Math.max(1, findingShare / share)),
  };
}
