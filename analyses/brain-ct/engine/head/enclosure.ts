import { type Box, type Mask, mask } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';

export const directions = 16;

/** In how many of 16 directions bone is met before the picture ends, 0 to 16; found at half size. */
export function enclosure(bone: Mask): Mask {
  const half = halved(bone);
  const counts = mask(half.width, half.height);
  const box = boundsOf(half, 0);
  if (box === undefined) return mask(bone.width, bone.height);
  const field = stepsFree(fieldOf(half, box), box.width + 2 * fence);
  for (let k = 0; k < directions; k++) {
    const angle = (2 * Math.PI * k) / directions;
    castRays(field, box, counts, stepsAlong(Math.cos(angle), Math.sin(angle), box));
  }
  return resizeNearest(counts, bone.width, bone.height);
}

/** Rows and columns of end marks round the bounds of all bone: they stop every ray. */
const fence = 2;

/** The bounds of all bone with a fence of 2s round them. */
function fieldOf(bone: Mask, box: Box): Uint8Array {
  const width = box.width + 2 * fence;
  const field = new Uint8Array(width * (box.height + 2 * fence)).fill(2);
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * bone.width + box.x;
    field.set(bone.data.subarray(from, from + box.width), (y + fence) * width + fence);
  }
  return field;
}

/** Half the size; a pixel is bone where any of its four was. */
function halved(bone: Mask): Mask {
  const out = mask(bone.width >> 1, bone.height >> 1);
  for (let y = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) {
      const i = 2 * y * bone.width + 2 * x;
      const any = (bone.data[i] ?? 0) + (bone.data[i + 1] ?? 0);
      const below = (bone.data[i + bone.width] ?? 0) + (bone.data[i + bone.width + 1] ?? 0);
      out.data[y * out.width + x] = any + below > 0 ? 1 : 0;
    }
  }
  return out;
}

/**
 * How many steps of a ray from each place certainly meet nothing: the distance to the nearest mark, a
 * diagonal counted as one, since a step of a ray goes at most one pixel along each axis. 0 on bone, -1 on the
 * fence.
 */
function stepsFree(field: Uint8Array, width: number): Int16Array {
  const free = new Int16Array(field.length);
  for (let i = width + 1; i < field.length; i++) {
    if (field[i] !== 0) continue;
    const [a = 0, b = 0, c = 0, d = 0] = [
      free[i - width - 1],
      free[i - width],
      free[i - width + 1],
      free[i - 1],
    ];
    free[i] = 1 + Math.min(a, b, c, d);
  }
  for (let i = field.length - width - 2; i >= 0; i--) {
    if (field[i] !== 0) continue;
    const [a = 0, b = 0, c = 0, d = 0] = [
      free[i + width + 1],
      free[i + width],
      free[i + width - 1],
      free[i + 1],
    ];
    free[i] = Math.min(free[i] ?? 0, 1 + Math.min(a, b, c, d));
  }
  for (let i = 0; i < field.length; i++) if (field[i] === 2) free[i] = -1;
  return free;
}

/**
 * Adds 1 to every pixel that sees bone along `steps`. Only pixels within the bounds of all bone are looked
 * at: from beyond them it stands in less than half of the directions.
 */
function castRays(free: Int16Array, box: Box, out: Mask, steps: Int32Array): void {
  const width = box.width + 2 * fence;
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = (y + fence) * width + x + fence;
      let k = 0;
      let room = free[at + (steps[0] ?? 0)] ?? 0;
      while (room > 0) {
        k += room;
        room = free[at + (steps[k] ?? 0)] ?? 0;
      }
      if (room !== 0) continue;
      const i = (box.y + y) * out.width + box.x + x;
      out.data[i] = (out.data[i] ?? 0) + 1;
    }
  }
}

/** How far in the field the pixels of a ray lie from its start, pixel by pixel, the start left out. */
function stepsAlong(dx: number, dy: number, box: Box): Int32Array {
  const steps = new Int32Array(box.width + box.height + 2 * fence);
  let [x, y] = [0.5, 0.5];
  for (let k = 0; k < steps.length; k++) {
    x += dx;
    y += dy;
    steps[k] = Math.floor(y) * (box.width + 2 * fence) + Math.floor(x);
  }
  return steps;
}
