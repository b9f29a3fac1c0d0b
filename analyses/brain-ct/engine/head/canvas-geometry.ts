import type { Affine } from '@second-read/core/pixels/sampling/warp-affine';

/** The map the other way round. The engine's maps turn and scale, so they always have one. */
export function inverted(map: Affine): Affine {
  const determinant = map.a * map.e - map.b * map.d;
  const [a, b] = [map.e / determinant, -map.b / determinant];
  const [d, e] = [-map.d / determinant, map.a / determinant];
  return { a, b, c: -(a * map.c + b * map.f), d, e, f: -(d * map.c + e * map.f) };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function mapped(map: Affine, { x, y }: Point): Point {
  return { x: map.a * x + map.b * y + map.c, y: map.d * x + map.e * y + map.f };
}
