import { type RowEnds, widestWithin } from '@second-read/core/pixels/filters/convolve-separable';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { localDeviation } from '@second-read/core/pixels/filters/local-deviation';
import { localMaxima } from '@second-read/core/pixels/filters/local-maxima';
import { erode } from '@second-read/core/pixels/morphology/erode';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { clampBox, crop } from '@second-read/core/pixels/sampling/crop';
import { resize } from '@second-read/core/pixels/sampling/resize';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';
import type { Millimetres } from '@second-read/core/pixels/units';
import { statistics } from '@second-read/core/pixels/values/statistics';
import { boxOf } from '../framing/region.ts';
import type { WorkingImage } from '../framing/working-image.ts';
import { pixelMm } from '../masses/mass-grid.ts';
import type { Tissue } from '../tissue/tissue.ts';

/** Width of a spot's Gaussian: fine ones are counted, broad ones tell how coarse a cluster is. */
const sigmasMm: { readonly fine: Millimetres; readonly broad: Millimetres } = { fine: 0.16, broad: 0.26 };
/**
 * A spot stands out by this many standard deviations of its surroundings: low, since a cluster is many of
 * them.
 */
const minSignal = 3.2;
/** Spots keep this share of their strength in their weaker direction; lines keep less. */
const minRoundness = 0.2;
/** Local noise is measured within this radius. */
const noiseRadiusMm: Millimetres = 5;
/** Skin and its bright line; what lies in it is no calcification of the breast. */
const skinMm: Millimetres = 3;
const maxSpots = 600;

/** A bright spot, in pixels of the working image. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  /** In standard deviations of its surroundings. */
  readonly signal: number;
  /** 1 for a round spot, towards 0 for a line. */
  readonly roundness: number;
  /** Above its surroundings, in standard deviations of the breast. */
  readonly contrast: number;
  /** Its grey above the mean of the breast, in standard deviations of the breast. */
  readonly brightness: number;
}

export interface SpotSearch {
  readonly spots: readonly Spot[];
  /** The same search for spots of about twice the area. */
  readonly broad: readonly Spot[];
  /** Of a pixel of the working image: from the file, else from the typical size of a breast. */
  readonly mmPerPixel: Millimetres;
}

/** A calcification of half a millimeter covers less than two larger pixels: noise looks no different. */
const largestPixelMm: Millimetres = 0.3;
/** Longer side of small detectors and films; a breast is a poor ruler, and pictures are squeezed. */
const filmMm: Millimetres = 240;

/** Whether calcifications can be searched for at all; pictures of 512 or 640 rows do not show them. */
export function seesCalcifications({ fine, grey, mmPerPixel }: WorkingImage): boolean {
  const side = Math.max(fine.width, fine.height);
  const mm = mmPerPixel === null ? filmMm / side : (mmPerPixel * grey.width) / fine.width;
  return mm <= largestPixelMm;
}

export const noSpots: SpotSearch = { spots: [], broad: [], mmPerPixel: 1 };

/** Small bright spots inside the breast: difference of Gaussians against the local noise. */
export function findSpots(working: WorkingImage, tissue: Tissue): SpotSearch {
  const box = boxOf(tissue.breast);
  const mmPerPixel = pixelMm(working, tissue.breast);
  if (box === null) return { spots: [], broad: [], mmPerPixel };
  const { fine } = working;
  const ratio = fine.width / working.grey.width;
  const cut = clampBox(
    { x: box.x * ratio, y: box.y * ratio, width: box.width * ratio, height: box.height * ratio },
    fine.width,
    fine.height,
  );
  const pitch = mmPerPixel / ratio;
  const field = fieldOf(crop(fine, cut), inner(tissue.breast, box, cut, mmPerPixel), working.inverted);
  const search = (sigmaMm: Millimetres, { grey, breast }: Field) => {
    const factor = field.grey.width / grey.width;
    const sigma = Math.max(0.8, sigmaMm / pitch / factor);
    return spotsIn({ grey, breast }, { pitch: pitch * factor, sigma }).map((spot) => ({
      ...spot,
      x: ((spot.x + 0.5) * factor + cut.x) / ratio,
      y: ((spot.y + 0.5) * factor + cut.y) / ratio,
    }));
  };
  const broad = pitch < broadFromMm ? halved(field) : field;
  return { spots: search(sigmasMm.fine, field), broad: search(sigmasMm.broad, broad), mmPerPixel };
}

/** Broad spots lose nothing at half the resolution where a pixel is smaller than this. */
const broadFromMm: Millimetres = 0.15;

function halved({ grey, breast }: Field): Field {
  const [width, height] = [Math.round(grey.width / 2), Math.round(grey.height / 2)];
  return { grey: resize(grey, width, height), breast: resizeNearest(breast, width, height) };
}

/** Grey in standard deviations of the breast, dense bright. */
interface Field {
  readonly grey: GreyPlane;
  readonly breast: Mask;
}

function fieldOf(grey: GreyPlane, breast: Mask, inverted: boolean): Field {
  const { mean, standardDeviation } = statistics(grey, breast);
  const factor = (inverted ? -1 : 1) / (standardDeviation || 1);
  return { grey: { ...grey, data: grey.data.map((value) => (value - mean) * factor) }, breast };
}

function inner(
  breast: Mask,
  box: { x: number; y: number; width: number; height: number },
  cut: { width: number; height: number },
  pitch: number,
): Mask {
  const eroded = erode(breast, disc(Math.max(2, Math.round(skinMm / pitch))));
  return resizeNearest(crop(eroded, box), cut.width, cut.height);
}

function spotsIn({ grey, breast }: Field, { pitch, sigma }: { pitch: Millimetres; sigma: number }): Spot[] {
  const noiseRadius = Math.max(6, Math.round(noiseRadiusMm / pitch));
  const ends = endsAround(breast, noiseRadius);
  const narrow = gaussianBlur(grey, sigma, ends);
  const response = less(narrow, gaussianBlur(grey, 2 * sigma, ends));
  const noise = localDeviation(response, noiseRadius);
  const floor = 0.3 * (statistics(response, breast).standardDeviation || 1);
  // Takes the place of the noise: planes of a fine picture are large.
  const signal = noise;
  for (let i = 0; i < signal.data.length; i++) {
    signal.data[i] =
      breast.data[i] === 0 ? 0 : (response.data[i] ?? 0) / Math.max(noise.data[i] ?? 0, floor, 1e-9);
  }
  return localMaxima(signal, 2, minSignal)
    .map(({ x, y, value }) => ({
      x,
      y,
      signal: value,
      roundness: roundness(narrow, x, y),
      contrast: response.data[y * grey.width + x] ?? 0,
      brightness: narrow.data[y * grey.width + x] ?? 0,
    }))
    .filter((spot) => spot.roundness >= minRoundness)
    .slice(0, maxSpots);
}

/** Where rows end that hold everything within `reach` (square) of the breast, whose wall is on the left. */
function endsAround(breast: Mask, reach: number): RowEnds {
  const { width, height, data } = breast;
  const own = Int32Array.from({ length: height }, (_, y) => {
    const last = data.subarray(y * width, (y + 1) * width).lastIndexOf(1);
    return last < 0 ? 0 : Math.min(width, last + 1 + reach);
  });
  return widestWithin(own, reach);
}

/** The difference of two planes, in the place of the second. */
function less(first: GreyPlane, second: GreyPlane): GreyPlane {
  for (let i = 0; i < second.data.length; i++) {
    second.data[i] = (first.data[i] ?? 0) - (second.data[i] ?? 0);
  }
  return second;
}

/** Ratio of the two principal curvatures at a peak; border repeated. */
function roundness({ data, width, height }: GreyPlane, x: number, y: number): number {
  const within = (value: number, length: number) => Math.min(Math.max(value, 0), length - 1);
  const at = (dx: number, dy: number) => data[within(y + dy, height) * width + within(x + dx, width)] ?? 0;
  const xx = at(1, 0) - 2 * at(0, 0) + at(-1, 0);
  const yy = at(0, 1) - 2 * at(0, 0) + at(0, -1);
  const xy = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / 4;
  const root = Math.hypot((xx - yy) / 2, xy);
  const strong = Math.max(Math.abs((xx + yy) / 2 - root), Math.abs((xx + yy) / 2 + root));
  const weak = Math.min(Math.abs((xx + yy) / 2 - root), Math.abs((xx + yy) / 2 + root));
  return strong === 0 ? 0 : weak / strong;
}
