import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { localMaxima } from '@second-read/core/pixels/filters/local-maxima';
import { type Gradient, sobel } from '@second-read/core/pixels/filters/sobel';
import { subtract } from '@second-read/core/pixels/filters/subtract';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { statistics } from '@second-read/core/pixels/values/statistics';
import { type MassGrid, maskedBlur } from './mass-grid.ts';

/** Blob radii searched, in grid pixels: 3.5 to 17 mm at the median breast; MIAS circles have 1.5 to 39. */
export const blobRadii = [5, 7, 10, 14, 20, 28, 36] as const;
/** Radii of the convergence filter, in grid pixels. */
export const convergenceRadii = [8, 14, 22] as const;

const directions = 16;
const maximaPerPlane = 12;
/**
 * Places the network takes for masses, however faint, within this many grid pixels of each other count once.
 */
const networkPeaks = { max: 10, apart: 8, min: -5 } as const;

export interface Saliency {
  /** Difference of Gaussians per blob radius, in standard deviations over the breast. */
  readonly blobs: readonly GreyPlane[];
  /** Mean cosine between gradient and direction to the centre, -1 to 1, per convergence radius. */
  readonly convergence: readonly GreyPlane[];
}

export interface BlobCandidate {
  /** Centre in grid pixels. */
  readonly x: number;
  readonly y: number;
  /** In grid pixels. */
  readonly radius: number;
}

/** Where something is brighter than its surroundings, and where gradients point to one centre. */
export function saliency(grid: MassGrid): Saliency {
  const blurred = new Map<number, GreyPlane>();
  const blur = (sigma: number): GreyPlane => {
    const known = blurred.get(sigma) ?? maskedBlur(grid.grey, grid.breast, sigma);
    blurred.set(sigma, known);
    return known;
  };
  const blobs = blobRadii.map((radius) => {
    const sigma = radius / Math.SQRT2;
    return zScore(subtract(blur(sigma), blur(1.6 * sigma)), grid.breast);
  });
  const smooth = maskedBlur(grid.grey, grid.breast, 1.5);
  const field = directionsOf(sobel(smooth), grid.breast);
  const convergence = convergenceRadii.map((radius) => converge(field, radius));
  return { blobs, convergence };
}

/**
 * Peaks of the network's map and of every plane, close ones of similar size joined; the network's come first.
 */
export function blobCandidates(grid: MassGrid, found: Saliency): BlobCandidate[] {
  const seen = networkCandidates(grid, found);
  const all: (BlobCandidate & { value: number })[] = [];
  const collect = (plane: GreyPlane, radius: number, min: number, weight: number) => {
    const spread = Math.max(3, Math.round(radius * 0.6));
    for (const peak of localMaxima(plane, spread, min).slice(0, maximaPerPlane)) {
      if (grid.breast.data[peak.y * plane.width + peak.x] === 0) continue;
      all.push({ x: peak.x, y: peak.y, radius, value: peak.value * weight });
    }
  };
  for (const [k, plane] of found.blobs.entries()) collect(plane, blobRadii[k] ?? 5, 0.8, 1);
  // Convergence runs from -1 to 1; blob responses reach about 4 standard deviations.
  for (const [k, plane] of found.convergence.entries()) collect(plane, convergenceRadii[k] ?? 8, 0.2, 4);
  all.sort((a, b) => b.value - a.value);
  const kept: BlobCandidate[] = [];
  for (const one of [...seen, ...all]) {
    const twin = kept.some(
      (other) =>
        Math.hypot(other.x - one.x, other.y - one.y) < 0.4 * Math.min(other.radius, one.radius) + 1 &&
        Math.max(other.radius, one.radius) < 1.6 * Math.min(other.radius, one.radius),
    );
    if (!twin) kept.push({ x: one.x, y: one.y, radius: one.radius });
  }
  return kept;
}

/** Peaks of the network's map, each with the radius whose blob response is strongest there. */
function networkCandidates({ lesions, breast }: MassGrid, found: Saliency): BlobCandidate[] {
  const peaks = localMaxima(lesions.mass, networkPeaks.apart, networkPeaks.min);
  return peaks
    .filter(({ x, y }) => breast.data[y * breast.width + x] !== 0)
    .slice(0, networkPeaks.max)
    .map(({ x, y }) => {
      const responses = found.blobs.map((plane) => plane.data[y * breast.width + x] ?? 0);
      return { x, y, radius: blobRadii[responses.indexOf(Math.max(...responses))] ?? blobRadii[0] };
    });
}

function zScore(plane: GreyPlane, inside: Mask): GreyPlane {
  const { mean, standardDeviation } = statistics(plane, inside);
  const factor = standardDeviation > 0 ? 1 / standardDeviation : 0;
  const out = greyPlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) {
    if (inside.data[i] !== 0) out.data[i] = ((plane.data[i] ?? 0) - mean) * factor;
  }
  return out;
}

/** Gradients below this (standard deviations of grey per grid pixel) count less than fully. */
const softGradient = 0.03;

/** Where grey rises to within the mask: vectors of length 1, shorter where the gradient is soft. */
interface Field {
  readonly width: number;
  readonly height: number;
  readonly towardsX: Float64Array;
  readonly towardsY: Float64Array;
  readonly inside: Mask;
}

function directionsOf({ gx, gy }: Gradient, inside: Mask): Field {
  const { width, height } = inside;
  const towardsX = new Float64Array(width * height);
  const towardsY = new Float64Array(width * height);
  for (let i = 0; i < towardsX.length; i++) {
    if (inside.data[i] === 0) continue;
    const x = gx.data[i] ?? 0;
    const y = gy.data[i] ?? 0;
    const length = Math.sqrt(x * x + y * y) + softGradient;
    towardsX[i] = x / length;
    towardsY[i] = y / length;
  }
  return { width, height, towardsX, towardsY, inside };
}

/**
 * Iris-type filter (Kobatake and Hashimoto, IEEE Trans Image Process 8, 1999) over a ring from 0.4 to 1.3
 * radii, weighted by the gradient so that noise does not vote. Every second pixel is computed.
 */
function converge(field: Field, radius: number): GreyPlane {
  const { width, height, inside } = field;
  const coarse = greyPlane(width, height);
  const rays = raysOf(radius);
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      if (inside.data[y * width + x] === 0) continue;
      const value = convergenceAt(x, y, { field, rays });
      coarse.data[y * width + x] = value;
      if (x + 1 < width) coarse.data[y * width + x + 1] = value;
      if (y + 1 < height) coarse.data[(y + 1) * width + x] = value;
      if (x + 1 < width && y + 1 < height) coarse.data[(y + 1) * width + x + 1] = value;
    }
  }
  return gaussianBlur(coarse, 1.5);
}

/** A direction and the places of its ring. */
interface Ray {
  readonly cos: number;
  readonly sin: number;
  readonly dx: Int32Array;
  readonly dy: Int32Array;
}

const ringShares = [0.4, 0.6, 0.8, 1, 1.15, 1.3] as const;

function raysOf(radius: number): Ray[] {
  return Array.from({ length: directions }, (_, k) => {
    const angle = (2 * Math.PI * k) / directions;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    return {
      cos,
      sin,
      dx: Int32Array.from(ringShares, (share) => Math.round(cos * share * radius)),
      dy: Int32Array.from(ringShares, (share) => Math.round(sin * share * radius)),
    };
  });
}

/**
 * Per ray the best mean from the centre outwards over three places or more; their mean, if half of the rays
 * have one.
 */
function convergenceAt(
  x: number,
  y: number,
  { field, rays }: { readonly field: Field; readonly rays: readonly Ray[] },
): number {
  const { width, height, towardsX, towardsY, inside } = field;
  let sum = 0;
  let counted = 0;
  for (const { cos, sin, dx, dy } of rays) {
    let best = -1;
    let along = 0;
    let n = 0;
    while (n < dx.length) {
      const px = x + (dx[n] ?? 0);
      const py = y + (dy[n] ?? 0);
      if (px < 0 || py < 0 || px >= width || py >= height) break;
      const i = py * width + px;
      if (inside.data[i] === 0) break;
      along -= (towardsX[i] ?? 0) * cos + (towardsY[i] ?? 0) * sin;
      n++;
      if (n >= 3 && along / n > best) best = along / n;
    }
    if (n < 3) continue;
    sum += best;
    counted++;
  }
  return counted < directions / 2 ? 0 : sum / counted;
}
