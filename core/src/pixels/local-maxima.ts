import type { GreyPlane } from './plane.ts';
import { runningExtreme } from './running-extreme.ts';

export interface Peak {
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

/**
 * Pixels at least as high as everything within `radius` (square) and above `threshold`, highest first.
 * Of a plateau only the first pixel within the radius is kept.
 */
export function localMaxima(plane: GreyPlane, radius: number, threshold: number): Peak[] {
  const rows = runningExtreme(plane, radius, { along: 'rows', extreme: 'max' });
  const highest = runningExtreme(rows, radius, { along: 'columns', extreme: 'max' });
  const found: Peak[] = [];
  for (let i = 0; i < plane.data.length; i++) {
    const value = plane.data[i] ?? 0;
    if (value <= threshold || value < (highest.data[i] ?? 0)) continue;
    found.push({ x: i % plane.width, y: Math.floor(i / plane.width), value });
  }
  return thin(
    found.sort((a, b) => b.value - a.value || a.y - b.y || a.x - b.x),
    radius,
  );
}

/** Drops peaks that stand within the radius of one kept before; a coarse grid keeps it from being quadratic. */
function thin(peaks: readonly Peak[], radius: number): Peak[] {
  const cell = Math.max(1, radius);
  const grid = new Map<string, Peak[]>();
  const kept: Peak[] = [];
  for (const peak of peaks) {
    const cx = Math.floor(peak.x / cell);
    const cy = Math.floor(peak.y / cell);
    let free = true;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        for (const other of grid.get(`${cx + dx},${cy + dy}`) ?? []) {
          if (Math.max(Math.abs(other.x - peak.x), Math.abs(other.y - peak.y)) <= radius) free = false;
        }
      }
    }
    if (!free) continue;
    kept.push(peak);
    const key = `${cx},${cy}`;
    grid.set(key, [...(grid.get(key) ?? []), peak]);
  }
  return kept;
}
