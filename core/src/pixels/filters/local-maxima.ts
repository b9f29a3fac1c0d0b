import type { GreyPlane } from '../plane.ts';

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
  const { width, height, data } = plane;
  const found: Peak[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = data[y * width + x] ?? 0;
      // Most pixels have a higher one beside them: the whole square is looked at for few.
      if (value > threshold && isHighest(plane, { x, y }, 1) && isHighest(plane, { x, y }, radius))
        found.push({ x, y, value });
    }
  }
  return thin(
    found.sort((a, b) => b.value - a.value || a.y - b.y || a.x - b.x),
    radius,
  );
}

/** Whether nothing within `radius` (square) is higher. */
function isHighest(
  { width, height, data }: GreyPlane,
  at: { x: number; y: number },
  radius: number,
): boolean {
  const value = data[at.y * width + at.x] ?? 0;
  const [left, right] = [Math.max(0, at.x - radius), Math.min(width - 1, at.x + radius)];
  const [top, bottom] = [Math.max(0, at.y - radius), Math.min(height - 1, at.y + radius)];
  for (let y = top; y <= bottom; y++) {
    for (let i = y * width + left; i <= y * width + right; i++) if ((data[i] ?? 0) > value) return false;
  }
  return true;
}

/**
 * Drops peaks that stand within the radius of one kept before; a coarse grid keeps it from being quadratic.
 */
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
