import { type GreyPlane, greyPlane } from '../plane.ts';

/** Maps a target pixel to its place in the source: `x' = a x + b y + c`, `y' = d x + e y + f`. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Bilinear warp into a plane of `width` by `height`; places outside the source read `fill`. */
export function warpAffine(
  plane: GreyPlane,
  map: Affine,
  target: { readonly width: number; readonly height: number; readonly fill: number },
): GreyPlane {
  const out = greyPlane(target.width, target.height);
  for (let y = 0; y < target.height; y++) {
    for (let x = 0; x < target.width; x++) {
      const sx = map.a * x + map.b * y + map.c;
      const sy = map.d * x + map.e * y + map.f;
      out.data[y * target.width + x] = sampleBilinear(plane, sx, sy, target.fill);
    }
  }
  return out;
}

/** Turns by `radians` (clockwise on screen) about the centre, size kept. */
export function rotate(plane: GreyPlane, radians: number, fill = 0): GreyPlane {
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const cx = (plane.width - 1) / 2;
  const cy = (plane.height - 1) / 2;
  const map = { a: cos, b: sin, c: cx - cos * cx - sin * cy, d: -sin, e: cos, f: cy + sin * cx - cos * cy };
  return warpAffine(plane, map, { width: plane.width, height: plane.height, fill });
}

/** The value at a place between pixels; `fill` beyond half a pixel outside. */
export function sampleBilinear(plane: GreyPlane, x: number, y: number, fill = 0): number {
  if (!(x >= -0.5 && y >= -0.5 && x <= plane.width - 0.5 && y <= plane.height - 0.5)) return fill;
  const cx = Math.min(Math.max(x, 0), plane.width - 1);
  const cy = Math.min(Math.max(y, 0), plane.height - 1);
  const left = Math.floor(cx);
  const top = Math.floor(cy);
  const right = Math.min(left + 1, plane.width - 1);
  const bottom = Math.min(top + 1, plane.height - 1) * plane.width;
  const fx = cx - left;
  const upper =
    (plane.data[top * plane.width + left] ?? 0) * (1 - fx) +
    (plane.data[top * plane.width + right] ?? 0) * fx;
  const lower = (plane.data[bottom + left] ?? 0) * (1 - fx) + (plane.data[bottom + right] ?? 0) * fx;
  return upper * (1 - (cy - top)) + lower * (cy - top);
}
