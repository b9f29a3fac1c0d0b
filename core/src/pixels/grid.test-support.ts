import type { GreyPlane, Mask } from './plane.ts';

/** A plane written as rows of numbers, for tests. */
export function grey(rows: readonly (readonly number[])[]): GreyPlane {
  return { width: rows[0]?.length ?? 0, height: rows.length, data: Float32Array.from(rows.flat()) };
}

/** A mask written as rows of `.` and `#` (or digits for label maps), for tests. */
export function maskOf(...rows: readonly string[]): Mask {
  const values = rows.flatMap((row) => [...row].map((c) => (c === '.' ? 0 : c === '#' ? 1 : Number(c))));
  return { width: rows[0]?.length ?? 0, height: rows.length, data: Uint8Array.from(values) };
}

/** A mask as rows of `.` and `#` (digits above 1). */
export function drawn(mask: Mask): string[] {
  return Array.from({ length: mask.height }, (_, y) =>
    Array.from(mask.data.subarray(y * mask.width, (y + 1) * mask.width), (v) => '.#23456789'[v] ?? '?').join(
      '',
    ),
  );
}

/** A plane as rows of numbers, rounded to `digits`. */
export function rowsOf(plane: GreyPlane, digits = 3): number[][] {
  return Array.from({ length: plane.height }, (_, y) =>
    Array.from(plane.data.subarray(y * plane.width, (y + 1) * plane.width), (v) => Number(v.toFixed(digits))),
  );
}

/** Seeded noise (mulberry32), 0 to 1. */
export function noise(width: number, height: number, seed = 1): GreyPlane {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { width, height, data: Float32Array.from({ length: width * height }, next) };
}
