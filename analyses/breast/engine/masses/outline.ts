import { type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import type { BlobCandidate } from './saliency.ts';

export const outlineAngles = 64;

/** Radii at `outlineAngles` even angles from the x axis, clockwise on screen, around a centre. */
export interface Outline {
  readonly x: number;
  readonly y: number;
  readonly radii: Float64Array;
}

interface Planes {
  readonly smooth: GreyPlane;
  readonly gx: GreyPlane;
  readonly gy: GreyPlane;
  readonly inside: Mask;
}

/** Weight of the expected size against the edge. */
const sizePrior = 0.25;
/** Least radius searched, in pixels of the plane. */
const min = 2;

/**
 * The closed curve around a candidate with the strongest outward fall of grey, by dynamic programming in
 * polar coordinates (Timp and Karssemeijer, Med Phys 31, 2004). Neighbouring radii differ by at most one
 * pixel.
 */
export function traceOutline(planes: Planes, candidate: BlobCandidate): Outline {
  const max = Math.max(min + 3, Math.round(1.9 * candidate.radius));
  const steps = max - min + 1;
  const cost = polarCost(planes, candidate, steps);
  const path = cheapestTurn(cost, steps);
  return { x: candidate.x, y: candidate.y, radii: Float64Array.from(path, (k) => k + min) };
}

function polarCost(planes: Planes, { x, y, radius }: BlobCandidate, steps: number): Float64Array {
  const { width, height } = planes.smooth;
  const cost = new Float64Array(outlineAngles * steps);
  let strongest = 1e-6;
  for (let a = 0; a < outlineAngles; a++) {
    const angle = (2 * Math.PI * a) / outlineAngles;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    let outside = false;
    for (let k = 0; k < steps; k++) {
      const px = Math.round(x + cos * (k + min));
      const py = Math.round(y + sin * (k + min));
      const i = py * width + px;
      outside ||= px < 0 || py < 0 || px >= width || py >= height || planes.inside.data[i] === 0;
      const fall = outside ? 0 : -((planes.gx.data[i] ?? 0) * cos + (planes.gy.data[i] ?? 0) * sin);
      if (fall > strongest) strongest = fall;
      cost[a * steps + k] = outside ? Number.POSITIVE_INFINITY : -fall;
    }
  }
  for (let a = 0; a < outlineAngles; a++) {
    for (let k = 0; k < steps; k++) {
      const value = cost[a * steps + k] ?? 0;
      const prior = sizePrior * ((k + min) / radius - 1) ** 2;
      // Beyond the breast there is no edge to find: dear, but passable where the ray has nothing else.
      cost[a * steps + k] = (Number.isFinite(value) ? value / strongest : 1.5) + prior;
    }
  }
  return cost;
}

/** One and a half turns are walked and the middle turn kept, so that the curve closes. */
function cheapestTurn(cost: Float64Array, steps: number): number[] {
  const turns = outlineAngles + (outlineAngles >> 1) * 2;
  let before = cost.slice(0, steps);
  const from: Int8Array[] = [];
  for (let t = 1; t < turns; t++) {
    const base = (t % outlineAngles) * steps;
    const now = new Float64Array(steps);
    const step = new Int8Array(steps);
    for (let k = 0; k < steps; k++) {
      let best = before[k] ?? 0;
      let move = 0;
      for (const d of [-1, 1]) {
        const other = (before[k + d] ?? Number.POSITIVE_INFINITY) + 0.03;
        if (other < best) {
          best = other;
          move = d;
        }
      }
      now[k] = best + (cost[base + k] ?? 0);
      step[k] = move;
    }
    from.push(step);
    before = now;
  }
  let k = before.indexOf(Math.min(...before));
  const path: number[] = new Array(turns).fill(0);
  for (let t = turns - 1; t >= 0; t--) {
    path[t] = k;
    if (t > 0) k += from[t - 1]?.[k] ?? 0;
  }
  const start = outlineAngles >> 1;
  const turn: number[] = new Array(outlineAngles).fill(0);
  for (let t = start; t < start + outlineAngles; t++) turn[t % outlineAngles] = path[t] ?? 0;
  return turn;
}

/** Fills an outline, moved and scaled, into a mask: `scale` target pixels per pixel of the outline. */
export function fillOutline(
  outline: Outline,
  target: {
    readonly width: number;
    readonly height: number;
    readonly scale: number;
    readonly left: number;
    readonly top: number;
  },
): Mask {
  const out = mask(target.width, target.height);
  const cx = target.left + (outline.x + 0.5) * target.scale;
  const cy = target.top + (outline.y + 0.5) * target.scale;
  const reach = Math.max(...outline.radii) * target.scale + 1;
  const top = Math.max(0, Math.floor(cy - reach));
  const left = Math.max(0, Math.floor(cx - reach));
  for (let y = top; y <= Math.min(target.height - 1, cy + reach); y++) {
    for (let x = left; x <= Math.min(target.width - 1, cx + reach); x++) {
      const dx = x + 0.5 - cx;
      const dy = y + 0.5 - cy;
      if (Math.hypot(dx, dy) <= radiusAt(outline, Math.atan2(dy, dx)) * target.scale) {
        out.data[y * target.width + x] = 1;
      }
    }
  }
  return out;
}

function radiusAt({ radii }: Outline, angle: number): number {
  const turn = angle < 0 ? angle + 2 * Math.PI : angle;
  const place = (turn / (2 * Math.PI)) * outlineAngles;
  const low = Math.floor(place) % outlineAngles;
  const fraction = place - Math.floor(place);
  return (radii[low] ?? 0) * (1 - fraction) + (radii[(low + 1) % outlineAngles] ?? 0) * fraction;
}
