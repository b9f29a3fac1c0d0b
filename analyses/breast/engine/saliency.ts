import { gaussianBlur } from '@second-read/core/pixels/gaussian-blur';
import { localMaxima } from '@second-read/core/pixels/local-maxima';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { sobel } from '@second-read/core/pixels/sobel';
import { statistics } from '@second-read/core/pixels/statistics';
import { type MassGrid, maskedBlur } from './mass-grid.ts';

/** Blob radii searched, in grid pixels: 3.5 to 17 mm at the median breast; MIAS circles have 1.5 to 39. */
export const blobRadii = [5, 7, 10, 14, 20, 28, 36] as const;
/** Radii of the convergence filter, in grid pixels. */
export const convergenceRadii = [8, 14, 22] as const;

const directions = 16;
const maximaPerPlane = 12;
/** Places the network takes for masses, however faint, within this many grid pixels of each other count once. */
const networkPeaks = { most: 10, apart: 8, least: -5 } as const;

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
    return zScore(minus(blur(sigma), blur(1.6 * sigma)), grid.breast);
  });
  const smooth = maskedBlur(grid.grey, grid.breast, 1.5);
  const { gx, gy } = sobel(smooth);
  const convergence = convergenceRadii.map((radius) => converge(gx, gy, grid.breast, radius));
  return { blobs, convergence };
}

/** Peaks of the network's map and of every plane, close ones of similar size joined; the network's come first. */
export function blobCandidates(grid: MassGrid, found: Saliency): BlobCandidate[] {
  const seen = networkCandidates(grid, found);
  const all: (BlobCandidate & { value: number })[] = [];
  const collect = (plane: GreyPlane, radius: number, least: number, weight: number) => {
    const spread = Math.max(3, Math.round(radius * 0.6));
    for (const peak of localMaxima(plane, spread, least).slice(0, maximaPerPlane)) {
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
  const peaks = localMaxima(lesions.mass, networkPeaks.apart, networkPeaks.least);
  return peaks
    .filter(({ x, y }) => breast.data[y * breast.width + x] !== 0)
    .slice(0, networkPeaks.most)
    .map(({ x, y }) => {
      const responses = found.blobs.map((plane) => plane.data[y * breast.width + x] ?? 0);
      return { x, y, radius: blobRadii[responses.indexOf(Math.max(...responses))] ?? blobRadii[0] };
    });
}

function minus(a: GreyPlane, b: GreyPlane): GreyPlane {
  const out = greyPlane(a.width, a.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = (a.data[i] ?? 0) - (b.data[i] ?? 0);
  return out;
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

/**
 * Iris-type filter (Kobatake and Hashimoto, IEEE Trans Image Process 8, 1999) over a ring from 0.4 to 1.3
 * radii, weighted by the gradient so that noise does not vote. Every second pixel is computed.
 */
function converge(gx: GreyPlane, gy: GreyPlane, inside: Mask, radius: number): GreyPlane {
  const { width, height } = gx;
  const coarse = greyPlane(width, height);
  const rays = raysOf(radius);
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      if (inside.data[y * width + x] === 0) continue;
      const value = convergenceAt(x, y, { gx, gy, inside, rays });
      coarse.data[y * width + x] = value;
      if (x + 1 < width) coarse.data[y * width + x + 1] = value;
      if (y + 1 < height) coarse.data[(y + 1) * width + x] = value;
      if (x + 1 < width && y + 1 < height) coarse.data[(y + 1) * width + x + 1] = value;
    }
  }
  return gaussianBlur(coarse, 1.5);
}

interface Ray {
  readonly dx: number;
  readonly dy: number;
  readonly cos: number;
  readonly sin: number;
}

function raysOf(radius: number): Ray[][] {
  return Array.from({ length: directions }, (_, k) => {
    const angle = (2 * Math.PI * k) / directions;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    return [0.4, 0.6, 0.8, 1, 1.15, 1.3].map((share) => ({
      dx: Math.round(cos * share * radius),
      dy: Math.round(sin * share * radius),
      cos,
      sin,
    }));
  });
}

interface Field {
  readonly gx: GreyPlane;
  readonly gy: GreyPlane;
  readonly inside: Mask;
  readonly rays: readonly (readonly Ray[])[];
}

/** Gradients below this (standard deviations of grey per grid pixel) count less than fully. */
const softGradient = 0.03;

function convergenceAt(x: number, y: number, { gx, gy, inside, rays }: Field): number {
  const { width, height } = gx;
  let sum = 0;
  let counted = 0;
  for (const ray of rays) {
    let best = -1;
    let seen = false;
    let along = 0;
    let n = 0;
    for (const { dx, dy, cos, sin } of ray) {
      const px = x + dx;
      const py = y + dy;
      if (px < 0 || py < 0 || px >= width || py >= height) break;
      const i = py * width + px;
      if (inside.data[i] === 0) break;
      const ax = gx.data[i] ?? 0;
      const ay = gy.data[i] ?? 0;
      along += -(ax * cos + ay * sin) / (Math.sqrt(ax * ax + ay * ay) + softGradient);
      n++;
      seen = true;
      if (n >= 3 && along / n > best) best = along / n;
    }
    if (!seen || n < 3) continue;
    sum += best;
    counted++;
  }
  return counted < directions / 2 ? 0 : sum / counted;
}
