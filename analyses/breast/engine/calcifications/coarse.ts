import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { erode } from '@second-read/core/pixels/morphology/erode';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { disc, square } from '@second-read/core/pixels/morphology/structuring-element';
import { whiteTopHat } from '@second-read/core/pixels/morphology/top-hat';
import { type Box, type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { type Component, connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { regionShape } from '@second-read/core/pixels/regions/region-shape';
import { resize } from '@second-read/core/pixels/sampling/resize';
import type { Millimetres } from '@second-read/core/pixels/units';
import { statistics } from '@second-read/core/pixels/values/statistics';
import type { CoarseForm } from '../../reading/schema.ts';
import type { WorkingImage } from '../framing/working-image.ts';
import { pixelMm } from '../masses/mass-grid.ts';
import type { Tissue } from '../tissue/tissue.ts';

/** A calcification of more than half a millimeter, in pixels of the working image. */
export interface CoarseCalcification {
  readonly x: number;
  readonly y: number;
  readonly sizeMm: Millimetres;
  readonly form: CoarseForm;
}

/** Larger pixels show no form of a calcification, and none of half a millimeter at all. */
const largestPixelMm: Millimetres = 0.25;
/** The background is what remains of the picture without anything as narrow as twice this. */
const elementMm: Millimetres = 3;
const smoothMm: Millimetres = 0.16;
const skinMm: Millimetres = 3;
/** Scanners and film holders leave their marks there. */
const borderMm: Millimetres = 2;
/**
 * Above the background and at its rim, in standard deviations of the breast: a calcification is white and
 * ends abruptly, as gland and vessels do not. Of 226 MIAS films 14 have 22
 * marks, of which 21 are calcifications by eye and one is the corner of a film.
 */
const minHeight = 1.2;
const minPeak = 1.8;
const minEdgePerMm = 1.35;
/** Equivalent to discs of 0.6 and 5 mm. */
const areaMm2 = { min: 0.28, max: 20 } as const;
const maxCount = 12;

/**
 * Coarse calcifications of a film, the most sharply bounded first. Null where pixels are too large to show
 * them, and of digital pictures: processing gives strands of gland as sharp an edge (four of 45 copies at 0.3
 * mm per pixel were full of such marks; none at full resolution were at hand).
 */
export function findCoarse(working: WorkingImage, { breast }: Tissue): CoarseCalcification[] | null {
  const mm = pixelMm(working, breast);
  if (working.cleanAir || mm > largestPixelMm) return null;
  const inner = erode(breast, disc(Math.round(skinMm / mm)));
  const grey = unclipped(working);
  const { standardDeviation: unit } = statistics(grey, inner);
  if (!(unit > 0)) return [];
  const soft = gaussianBlur(grey, smoothMm / mm);
  const height = whiteTopHat(soft, square(Math.round(elementMm / mm)));
  const white = mask(inner.width, inner.height);
  for (let i = 0; i < white.data.length; i++) {
    if (inner.data[i] !== 0 && (height.data[i] ?? 0) > minHeight * unit) white.data[i] = 1;
  }
  const { labels, components } = connectedComponents(white);
  return components
    .filter(({ area: size }) => size * mm * mm >= areaMm2.min && size * mm * mm <= areaMm2.max)
    .filter(({ box }) => isAwayFromBorder(box, inner, borderMm / mm) && !isScannerLine(box))
    .flatMap((part) => measured(part, cut(labels, part), { soft, height, unit, mm }))
    .sort((a, b) => b.edge - a.edge)
    .slice(0, maxCount)
    .map(({ found }) => found);
}

function isAwayFromBorder({ x, y, width, height }: Box, whole: Mask, margin: number): boolean {
  const isWithin = (from: number, length: number, of: number) =>
    from >= margin && from + length <= of - margin;
  return isWithin(x, width, whole.width) && isWithin(y, height, whole.height);
}

/** Scanners leave lines of a few pixels along the rows of a film. */
function isScannerLine({ width, height }: Box): boolean {
  return height <= 3 && width >= 5 * height;
}

/** The input's own values, dense bright: the working grey ends below what is whitest. */
function unclipped({ fine, grey: { width, height }, inverted }: WorkingImage): GreyPlane {
  const plane = fine.width === width ? fine : resize(fine, width, height);
  return inverted ? { ...plane, data: plane.data.map((value) => -value) } : plane;
}

interface Planes {
  readonly soft: GreyPlane;
  readonly height: GreyPlane;
  /** Standard deviation of the breast. */
  readonly unit: number;
  readonly mm: Millimetres;
}

/** One component by itself, with a margin of a pixel. */
function cut(labels: { width: number; data: Int32Array }, { label, box }: Component): Mask {
  const out = mask(box.width + 2, box.height + 2);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = (box.y + y) * labels.width + box.x + x;
      if (labels.data[at] === label) out.data[(y + 1) * out.width + x + 1] = 1;
    }
  }
  return out;
}

/** Empty where it is not white or not sharp enough. */
function measured({ box, centroid }: Component, part: Mask, { soft, height, unit, mm }: Planes) {
  let peak = 0;
  let steep = 0;
  let rim = 0;
  for (let y = 1; y < part.height - 1; y++) {
    for (let x = 1; x < part.width - 1; x++) {
      if (part.data[y * part.width + x] === 0) continue;
      const at = (box.y + y - 1) * soft.width + box.x + x - 1;
      peak = Math.max(peak, height.data[at] ?? 0);
      if (isInside(part, x, y)) continue;
      rim++;
      steep += slope(soft, at);
    }
  }
  const edge = steep / Math.max(1, rim) / unit / mm;
  const shape = regionShape(part);
  if (shape === null || peak < minPeak * unit || edge < minEdgePerMm) return [];
  const filled = fillHoles(part);
  const hasHole = area(filled) > area(part) || isDarkInside(part, box, height);
  const found: CoarseCalcification = {
    ...centroid,
    sizeMm: shape.feretDiameter * mm,
    form: formOf(shape, hasHole),
  };
  return [{ edge, found }];
}

function isInside({ width, data }: Mask, x: number, y: number): boolean {
  const at = y * width + x;
  return [at - 1, at + 1, at - width, at + width].every((other) => data[other] !== 0);
}

function slope({ width, data }: GreyPlane, at: number): number {
  const across = (data[at + 1] ?? 0) - (data[at - 1] ?? 0);
  const down = (data[at + width] ?? 0) - (data[at - width] ?? 0);
  return Math.hypot(across, down) / 2;
}

/** The middle is a little darker than the brightest tenth: the rim is what is calcified. */
const lucentUpTo = 0.8;

function isDarkInside(part: Mask, box: Box, height: GreyPlane): boolean {
  const values: number[] = [];
  let [sumX, sumY] = [0, 0];
  for (let y = 1; y < part.height - 1; y++) {
    for (let x = 1; x < part.width - 1; x++) {
      if (part.data[y * part.width + x] === 0) continue;
      values.push(height.data[(box.y + y - 1) * height.width + box.x + x - 1] ?? 0);
      sumX += x;
      sumY += y;
    }
  }
  // In fewer pixels a rim and its middle are not told apart.
  if (values.length < 25) return false;
  const [x, y] = [Math.round(sumX / values.length), Math.round(sumY / values.length)];
  const middle = height.data[(box.y + y - 1) * height.width + box.x + x - 1] ?? 0;
  const bright = values.toSorted((a, b) => b - a)[Math.floor(values.length / 10)] ?? 0;
  return middle < lucentUpTo * bright;
}

/**
 * ACR BI-RADS 5th edition: rim, large rod-like (a vessel's wall looks so in part), round; anything else is
 * left to the reader.
 */
function formOf(
  { majorAxis, minorAxis, solidity }: { majorAxis: number; minorAxis: number; solidity: number },
  hasHole: boolean,
): CoarseForm {
  const longer = majorAxis / Math.max(minorAxis, 1);
  if (longer >= 2.5) return 'rod';
  if (hasHole && longer < 1.7) return 'rim';
  return solidity >= 0.85 && longer < 1.7 ? 'round' : 'irregular';
}
