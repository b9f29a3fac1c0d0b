import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import type { BlobCandidate } from './saliency.ts';

const count = 24;

interface Planes {
  readonly smooth: GreyPlane;
  readonly gx: GreyPlane;
  readonly gy: GreyPlane;
  readonly inside: Mask;
  readonly gland: GreyPlane;
}

/** Grey along rays from the centre of a candidate, in standard deviations of the breast. */
export interface RayMeasures {
  /** Mean within 0.7 radii. */
  readonly inside: number;
  /** Inside minus ring (1.3 to 1.8 radii): mean, least, median and spread over the rays. */
  readonly contrast: number;
  readonly contrastMin: number;
  readonly contrastMedian: number;
  readonly contrastSpread: number;
  /**
   * Steepest outward fall between 0.6 and 1.5 radii: mean, share of rays with a clear one, spread of its
   * place.
   */
  readonly edgeMean: number;
  readonly edgeShare: number;
  readonly edgeSpread: number;
  readonly gland: number;
  readonly glandRing: number;
}

/** A fall of a tenth of a standard deviation per grid pixel is a visible edge. */
const clearEdge = 0.1;

export function measureRays(planes: Planes, { x, y, radius }: BlobCandidate): RayMeasures {
  const { smooth, gland } = planes;
  const core = discMean(planes, { x, y, radius: 0.7 * radius }, smooth);
  const contrasts: number[] = [];
  const edges: number[] = [];
  const places: number[] = [];
  let ringGland = 0;
  for (let k = 0; k < count; k++) {
    const ray = oneRay(planes, { x, y, radius }, (2 * Math.PI * k) / count);
    if (ray === null) continue;
    contrasts.push(core - ray.ring);
    edges.push(ray.edge);
    places.push(ray.place);
    ringGland += ray.gland;
  }
  const n = contrasts.length;
  if (n < 6) return nothing(core);
  const sorted = contrasts.slice().sort((a, b) => a - b);
  return {
    inside: core,
    contrast: mean(contrasts),
    // The third lowest of 24: one vessel crossing the margin does not decide.
    contrastMin: sorted[Math.floor(n / 8)] ?? 0,
    contrastMedian: sorted[n >> 1] ?? 0,
    contrastSpread: spread(contrasts),
    edgeMean: mean(edges),
    edgeShare: edges.filter((edge) => edge > clearEdge).length / n,
    edgeSpread: spread(places),
    gland: discMean(planes, { x, y, radius: 0.7 * radius }, gland),
    glandRing: ringGland / n,
  };
}

function nothing(inside: number): RayMeasures {
  return {
    inside,
    contrast: 0,
    contrastMin: 0,
    contrastMedian: 0,
    contrastSpread: 0,
    edgeMean: 0,
    edgeShare: 0,
    edgeSpread: 0,
    gland: 0,
    glandRing: 0,
  };
}

function oneRay(planes: Planes, { x, y, radius }: BlobCandidate, angle: number) {
  const { smooth, gx, gy, inside, gland } = planes;
  const { width, height } = smooth;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let edge = 0;
  let place = 1;
  let ring = 0;
  let ringGland = 0;
  let n = 0;
  for (let share = 0.6; share <= 1.8; share += 0.1) {
    const px = Math.round(x + cos * share * radius);
    const py = Math.round(y + sin * share * radius);
    if (px < 0 || py < 0 || px >= width || py >= height) break;
    const i = py * width + px;
    if (inside.data[i] === 0) break;
    const fall = -((gx.data[i] ?? 0) * cos + (gy.data[i] ?? 0) * sin);
    if (share <= 1.5 && fall > edge) {
      edge = fall;
      place = share;
    }
    if (share < 1.25) continue;
    ring += smooth.data[i] ?? 0;
    ringGland += gland.data[i] ?? 0;
    n++;
  }
  return n < 3 ? null : { edge, place, ring: ring / n, gland: ringGland / n };
}

function discMean({ inside }: Planes, { x, y, radius }: BlobCandidate, plane: GreyPlane): number {
  const { width, height } = plane;
  const reach = Math.ceil(radius);
  let sum = 0;
  let n = 0;
  for (let py = Math.max(0, y - reach); py <= Math.min(height - 1, y + reach); py++) {
    for (let px = Math.max(0, x - reach); px <= Math.min(width - 1, x + reach); px++) {
      const i = py * width + px;
      if (inside.data[i] === 0 || (px - x) ** 2 + (py - y) ** 2 > radius * radius) continue;
      sum += plane.data[i] ?? 0;
      n++;
    }
  }
  return n === 0 ? 0 : sum / n;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

function spread(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}
