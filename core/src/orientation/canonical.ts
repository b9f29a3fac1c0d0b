import { lazily } from '../decode/lazily.ts';
import type { PixelSpacing, Study } from '../decode/study.ts';
import type { Box, Plane, RgbImage } from '../pixels/plane.ts';
import { resize } from '../pixels/sampling/resize.ts';
import { nearestPlaces } from '../pixels/sampling/resize-nearest.ts';
import { resizeRgb } from '../pixels/sampling/resize-rgb.ts';
import { inverseTurn, noTurn, type Turn, turned } from '../pixels/sampling/turn.ts';
import { turnedDirections } from './turned-directions.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** From an image as it is stored to the one that is read: turned, then resampled to square pixels. */
export interface Way {
  readonly turn: Turn;
  readonly stored: Size;
  readonly read: Size;
}

/** Pixels that are less than a hundredth from square are read as they are. */
const squareWithin = 1.01;
/** So many pixels an image that is resampled may get. */
const finestPixels = 4_000_000;

/** The way to the image that is read; undefined where it is read as it is stored. */
export function wayOf(study: Study, turn: Turn): Way | undefined {
  const { width, height } = study;
  const aspect = aspectOf(study);
  const isSquare = Math.max(aspect, 1 / aspect) < squareWithin;
  if (isSquare && turn === noTurn) return undefined;
  // As fine as the finer side, so that no detail is lost; of a large image, of the same area.
  const finer = Math.sqrt(Math.max(aspect, 1 / aspect));
  const scale = Math.min(finer, Math.max(1, Math.sqrt(finestPixels / (width * height))));
  const [wide, high] = isSquare
    ? [width, height]
    : [(width * scale) / Math.sqrt(aspect), height * scale * Math.sqrt(aspect)];
  const [across, down] = turn.isTransposed ? [high, wide] : [wide, high];
  const read = { width: Math.max(1, Math.round(across)), height: Math.max(1, Math.round(down)) };
  return { turn, stored: { width, height }, read };
}

/** Height of a pixel over its width. */
export function aspectOf({ spacing, pixelAspect = 1 }: Pick<Study, 'spacing' | 'pixelAspect'>): number {
  return spacing === undefined ? pixelAspect : spacing.yMm / spacing.xMm;
}

/** The image that is read. */
export function canonicalStudy(study: Study, way: Way): Study {
  const { turn, read } = way;
  const { quantity, bitsStored, window, table, spacing, colour, source } = study;
  const upright = <T extends Plane | RgbImage>(image: T, channels: number) =>
    turn === noTurn ? image : turned(image, turn, channels);
  const isResampled = (image: Size) => image.width !== read.width || image.height !== read.height;
  const image = colour && upright(colour, 3);
  // Of a photograph it is computed when it is first asked for.
  const grey = lazily(() => {
    const plane = upright(study.grey, 1);
    return isResampled(plane) ? resize(plane, read.width, read.height) : plane;
  });
  return {
    ...read,
    ...{ quantity, bitsStored, window, table },
    source: {
      ...source,
      ...(source.directions && { directions: turnedDirections(source.directions, turn) }),
    },
    ...(spacing && { spacing: spacingOf(spacing, way) }),
    ...(image && { colour: isResampled(image) ? resizeRgb(image, read.width, read.height) : image }),
    get grey() {
      return grey();
    },
  };
}

function spacingOf({ xMm, yMm, kind }: PixelSpacing, { turn, stored, read }: Way): PixelSpacing {
  const [across, down] = turn.isTransposed
    ? [yMm * stored.height, xMm * stored.width]
    : [xMm * stored.width, yMm * stored.height];
  return { xMm: across / read.width, yMm: down / read.height, kind };
}

/** An 8-bit map or view. */
type Map8 = Plane<Uint8Array> | RgbImage;

/** A map or view of the image that was read, in the pixels of the stored one; the nearest of them. */
export function storedImage<T extends Map8>(image: T, { turn, stored, read }: Way, channels = 1): T {
  const size = turn.isTransposed ? { width: stored.height, height: stored.width } : stored;
  const isSame = size.width === read.width && size.height === read.height;
  return turned(isSame ? image : nearest(image, size, channels), inverseTurn(turn), channels);
}

function nearest<T extends Map8>(image: T, { width, height }: Size, channels: number): T {
  const [columns, rows] = [nearestPlaces(image.width, width), nearestPlaces(image.height, height)];
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, to = 0; y < height; y++) {
    const row = (rows[y] ?? 0) * image.width;
    for (const x of columns)
      for (let c = 0; c < channels; c++) data[to++] = image.data[(row + x) * channels + c] ?? 0;
  }
  return { ...image, width, height, data };
}

/** A box of the image that was read, in pixels of the stored one. */
export function storedBox<T extends Box>(box: T, way: Way): T {
  const { turn, stored, read } = way;
  const [wide, high] = turn.isTransposed ? [stored.height, stored.width] : [stored.width, stored.height];
  const [sx, sy] = [wide / read.width, high / read.height];
  const across = { at: box.x * sx, size: box.width * sx };
  const down = { at: box.y * sy, size: box.height * sy };
  const x = turn.isMirrored ? wide - across.at - across.size : across.at;
  const y = turn.isUpsideDown ? high - down.at - down.size : down.at;
  return turn.isTransposed
    ? { ...box, x: y, y: x, width: down.size, height: across.size }
    : { ...box, x, y, width: across.size, height: down.size };
}
