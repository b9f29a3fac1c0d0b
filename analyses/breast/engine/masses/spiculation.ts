import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { sobel } from '@second-read/core/pixels/filters/sobel';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import type { MassGrid } from './mass-grid.ts';
import type { BlobCandidate } from './saliency.ts';

/** Bright lines: their strength and direction at every pixel of the grid. */
export interface LineField {
  /**
   * How much more grey bends across than along, by the eigenvalues of the second derivatives; 0 for no bright
   * line.
   */
  readonly strength: GreyPlane;
  /** Unit vector along the line. */
  readonly alongX: GreyPlane;
  readonly alongY: GreyPlane;
  readonly meanStrength: number;
}

/** Second derivatives at the width of spicules, 1 to 2 grid pixels (0.5 to 1 mm at the median breast). */
export function lineField(grid: MassGrid): LineField {
  const { width, height } = grid.grey;
  const first = sobel(gaussianBlur(grid.grey, 1.2));
  const { gx: xx, gy: xy } = sobel(first.gx);
  const { gy: yy } = sobel(first.gy);
  const strength = greyPlane(width, height);
  const alongX = greyPlane(width, height);
  const alongY = greyPlane(width, height);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < strength.data.length; i++) {
    if (grid.breast.data[i] === 0) continue;
    const a = xx.data[i] ?? 0;
    const b = xy.data[i] ?? 0;
    const c = yy.data[i] ?? 0;
    const root = Math.sqrt(((a - c) / 2) ** 2 + b * b);
    // Beside the edge of any bright disc grey falls away in all directions along the rim: only what bends
    // much more across than along is a line.
    const line = -((a + c) / 2 - root) - Math.abs((a + c) / 2 + root);
    count++;
    if (line <= 0) continue;
    // The line runs across the direction of the strongest negative curvature.
    const across = 0.5 * Math.atan2(2 * b, a - c) + Math.PI / 2;
    alongX.data[i] = -Math.sin(across);
    alongY.data[i] = Math.cos(across);
    strength.data[i] = line;
    sum += line;
  }
  return { strength, alongX, alongY, meanStrength: count === 0 ? 0 : sum / count };
}

export interface Spiculation {
  /** Share of line strength pointing to the centre beyond what chance gives: about 0 for none, towards 1. */
  readonly strength: number;
  /** Share of the 8 sectors around with more radial lines than chance. */
  readonly evenness: number;
  /** Line strength around relative to the whole breast. */
  readonly lines: number;
}

/** A line within 22.5 degrees of the direction to the centre points to it; by chance a quarter do. */
const pointing = Math.cos(Math.PI / 8);
const byChance = 0.25;

/** Lines around a candidate that point to its centre (after Karssemeijer and te Brake, IEEE TMI 15, 1996). */
export function spiculation(field: LineField, inside: Mask, { x, y, radius }: BlobCandidate): Spiculation {
  const { width, height } = field.strength;
  const outer = 2.2 * radius;
  const inner = 0.7 * radius;
  const total = new Float64Array(8);
  const radial = new Float64Array(8);
  let pixels = 0;
  for (let py = Math.max(0, Math.ceil(y - outer)); py <= Math.min(height - 1, y + outer); py++) {
    for (let px = Math.max(0, Math.ceil(x - outer)); px <= Math.min(width - 1, x + outer); px++) {
      const dx = px - x;
      const dy = py - y;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const i = py * width + px;
      if (distance < inner || distance > outer || inside.data[i] === 0) continue;
      pixels++;
      const strength = field.strength.data[i] ?? 0;
      if (strength === 0) continue;
      const sector = Math.floor(((Math.atan2(dy, dx) + Math.PI) / (2 * Math.PI)) * 8) & 7;
      const cosine = Math.abs(
        (dx * (field.alongX.data[i] ?? 0) + dy * (field.alongY.data[i] ?? 0)) / distance,
      );
      total[sector] = (total[sector] ?? 0) + strength;
      if (cosine > pointing) radial[sector] = (radial[sector] ?? 0) + strength;
    }
  }
  return summarise(total, radial, pixels, field.meanStrength);
}

function summarise(total: Float64Array, radial: Float64Array, pixels: number, mean: number): Spiculation {
  let all = 0;
  let towards = 0;
  let sectors = 0;
  for (let k = 0; k < 8; k++) {
    all += total[k] ?? 0;
    towards += radial[k] ?? 0;
    if ((radial[k] ?? 0) > (byChance + 0.08) * (total[k] ?? 0) && (total[k] ?? 0) > 0) sectors++;
  }
  if (all === 0 || mean === 0) return { strength: 0, evenness: 0, lines: 0 };
  return {
    strength: (towards / all - byChance) / (1 - byChance),
    evenness: sectors / 8,
    lines: all / Math.max(pixels, 1) / mean,
  };
}
