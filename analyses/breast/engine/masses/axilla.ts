import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { localMaxima } from '@second-read/core/pixels/filters/local-maxima';
import { sobel } from '@second-read/core/pixels/filters/sobel';
import { type GreyPlane, greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { resize } from '@second-read/core/pixels/sampling/resize';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';
import type { Millimetres } from '@second-read/core/pixels/units';
import { statistics } from '@second-read/core/pixels/values/statistics';
import type { WorkingImage } from '../framing/working-image.ts';
import type { Tissue } from '../tissue/tissue.ts';
import { tissueClass } from '../tissue/tissue-labels.ts';
import { maskedBlur, typicalBreastRootMm } from './mass-grid.ts';
import { fallsAllAround } from './node-rim.ts';
import { type Outline, traceOutline } from './outline.ts';

/**
 * A muscle of this share of the breast that begins within this share of its height from the top shows that
 * the view reaches the axilla (an MLO): that of a CC lies at mid-height. Of 414 MLO and 131 CC views 20 and 4
 * are taken for the other one.
 */
const minMuscle = 0.015;
const muscleFrom = 0.1;
/** The axillary field: muscle, and breast tissue above this share of the muscle's height. */
const fieldShare = 0.5;
/** Grid: a node of 10 mm has about 12 pixels. */
const gridMm: Millimetres = 0.8;
/** Axillary nodes seen on mammograms are about 5 to 20 mm. */
const nodeRadiiMm: readonly Millimetres[] = [3.5, 5, 7.5];
/** The centre is lucent where it is darker than the rim by this many standard deviations of the field. */
const lucentBy = 0.35;

export interface Node {
  /** Centre and outline in working pixels of the frame. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly outline: Outline;
  /** Blob response in standard deviations of the field. */
  readonly response: number;
  /** Whether a lucent centre was measured: the fatty hilum of a benign node. */
  readonly fattyHilum: boolean;
}

export interface Axilla {
  /** False for views that show no axillary field, such as a CC. */
  readonly assessable: boolean;
  /** Strongest first, down to weak ones; bright places that do not fall off all around are left out. */
  readonly nodes: readonly Node[];
}

/** Node-like blobs in the axillary field of an MLO. Not validated: no public masks of nodes exist. */
export function searchAxilla(frame: WorkingImage, tissue: Tissue): Axilla {
  const breastArea = area(tissue.breast);
  const pitch = frame.mmPerPixel ?? typicalBreastRootMm / Math.sqrt(Math.max(breastArea, 1));
  const scale = Math.max(gridMm / pitch, 1e-3);
  const width = Math.max(8, Math.round(frame.grey.width / scale));
  const height = Math.max(8, Math.round(frame.grey.height / scale));
  const labels = resizeNearest(tissue.labels, width, height);
  const field = axillaryField(labels);
  if (field === null) return { assessable: false, nodes: [] };
  const grey = standardise(resize(frame.grey, width, height), field);
  const smooth = maskedBlur(grey, field, 1);
  const { gx, gy } = sobel(smooth);
  const responses = nodeRadiiMm.map((mm) => blob(grey, field, mm / gridMm));
  const nodes = peaks(responses, field).flatMap(({ x, y, radius, value }) => {
    const outline = traceOutline({ smooth, gx, gy, inside: field }, { x, y, radius });
    if (!fallsAllAround(smooth, field, outline)) return [];
    const node: Node = {
      x: (x + 0.5) * (frame.grey.width / width),
      y: (y + 0.5) * (frame.grey.height / height),
      radius: radius * (frame.grey.width / width),
      outline: scaleOutline(outline, frame.grey.width / width),
      response: value,
      fattyHilum: hasLucentCentre(smooth, outline),
    };
    return [node];
  });
  return { assessable: true, nodes };
}

function scaleOutline({ x, y, radii }: Outline, factor: number): Outline {
  return { x: (x + 0.5) * factor - 0.5, y: (y + 0.5) * factor - 0.5, radii: radii.map((r) => r * factor) };
}

/** Null where too little muscle is seen. */
function axillaryField(labels: Mask): Mask | null {
  const { width, height } = labels;
  let muscle = 0;
  let body = 0;
  let last = 0;
  const rowOf = (at: number) => Math.floor(at / width);
  for (let i = 0; i < labels.data.length; i++) {
    if (labels.data[i] !== 0) body++;
    if (labels.data[i] !== tissueClass.pectoral) continue;
    muscle++;
    last = rowOf(i);
  }
  const top = rowOf(labels.data.findIndex((label) => label !== 0));
  const bottomRow = rowOf(labels.data.findLastIndex((label) => label !== 0));
  const begins = rowOf(labels.data.indexOf(tissueClass.pectoral)) - top;
  if (muscle < minMuscle * body || begins > muscleFrom * (bottomRow - top)) return null;
  const field = mask(width, height);
  const bottom = Math.round(last * fieldShare);
  for (let i = 0; i < field.data.length; i++) {
    const label = labels.data[i] ?? 0;
    const above = Math.floor(i / width) <= bottom && label !== 0;
    if (above && Math.floor(i / width) > 1 && i % width > 1) field.data[i] = 1;
  }
  return field;
}

function standardise(grey: GreyPlane, inside: Mask): GreyPlane {
  const { mean, standardDeviation } = statistics(grey, inside);
  const factor = standardDeviation > 0 ? 1 / standardDeviation : 0;
  return { ...grey, data: grey.data.map((value) => (value - mean) * factor) };
}

function blob(grey: GreyPlane, field: Mask, radius: number): GreyPlane {
  const sigma = radius / Math.SQRT2;
  const narrow = maskedBlur(grey, field, sigma);
  const wide = maskedBlur(grey, field, 2 * sigma);
  const out = greyPlane(grey.width, grey.height);
  for (let i = 0; i < out.data.length; i++) {
    if (field.data[i] !== 0) out.data[i] = (narrow.data[i] ?? 0) - (wide.data[i] ?? 0);
  }
  return gaussianBlur(out, 0.5);
}

function peaks(responses: readonly GreyPlane[], field: Mask) {
  const all = responses.flatMap((plane, k) => {
    const radius = (nodeRadiiMm[k] ?? 5) / gridMm;
    return localMaxima(plane, Math.round(radius), 0.3)
      .filter(({ x, y }) => surrounded(field, x, y, radius))
      .slice(0, 4)
      .map((peak) => ({ ...peak, radius }));
  });
  all.sort((a, b) => b.value - a.value);
  const kept: typeof all = [];
  for (const one of all) {
    if (
      kept.every((other) => Math.hypot(other.x - one.x, other.y - one.y) > Math.max(other.radius, one.radius))
    ) {
      kept.push(one);
    }
  }
  return kept.slice(0, 4);
}

/** A node lies within the field: what is cut by its border is muscle edge or skin fold. */
function surrounded(field: Mask, x: number, y: number, radius: number): boolean {
  for (let k = 0; k < 12; k++) {
    const px = Math.round(x + Math.cos((k * Math.PI) / 6) * 1.3 * radius);
    const py = Math.round(y + Math.sin((k * Math.PI) / 6) * 1.3 * radius);
    if (px < 0 || py < 0 || px >= field.width || py >= field.height) return false;
    if (field.data[py * field.width + px] === 0) return false;
  }
  return true;
}

/** Mean grey within 0.35 radii against the ring from 0.55 to 0.85 radii of the outline. */
function hasLucentCentre(smooth: GreyPlane, { x, y, radii }: Outline): boolean {
  let centre = 0;
  let rim = 0;
  let n = 0;
  for (let k = 0; k < radii.length; k++) {
    const angle = (2 * Math.PI * k) / radii.length;
    const at = (share: number) => {
      const px = Math.round(x + Math.cos(angle) * share * (radii[k] ?? 0));
      const py = Math.round(y + Math.sin(angle) * share * (radii[k] ?? 0));
      return smooth.data[py * smooth.width + px] ?? 0;
    };
    centre += (at(0.1) + at(0.3)) / 2;
    rim += (at(0.6) + at(0.8)) / 2;
    n++;
  }
  return n > 0 && (rim - centre) / n > lucentBy;
}
