import type { Extreme } from '../morphology/running-extreme.ts';
import type { Box, Mask } from '../plane.ts';
import { boundsOf } from './bounds.ts';

/** No chord: reaches no pixel, its own included. */
const nowhere = -(2 ** 30);

/**
 * Dilation (`max`) or erosion (`min`) of a mask by a disc; the time does not grow with the radius. Any value
 * but 0 counts as inside. Beyond the bounds of what is inside, widened, nothing changes: only that part is
 * looked at.
 */
export function discMask(mask: Mask, radius: number, extreme: Extreme): Uint8Array {
  const dilating = extreme === 'max';
  const out = new Uint8Array(mask.data.length);
  const box = boundsOf(mask, dilating ? Math.ceil(radius) : 1);
  if (box === undefined) return out;
  // Dilation grows what is inside, erosion what is outside.
  const steps = stepsAlongColumns(mask, box, { inside: dilating, max: Math.floor(radius) + 1 });
  const chords = chordsOf(radius);
  const reached = new Uint8Array(box.width);
  for (let y = 0; y < box.height; y++) {
    markReached(reached, steps.subarray(y * box.width, (y + 1) * box.width), chords);
    const row = (box.y + y) * mask.width + box.x;
    for (let x = 0; x < box.width; x++) out[row + x] = (reached[x] === 1) === dilating ? 1 : 0;
  }
  return out;
}

/** Half the width of the disc, by the distance from its centre; one place more for what is too far. */
function chordsOf(radius: number): Int32Array {
  const max = Math.floor(radius);
  const chords = new Int32Array(max + 2).fill(nowhere);
  for (let dy = 0; dy <= max; dy++) chords[dy] = Math.floor(Math.sqrt(radius * radius - dy * dy));
  return chords;
}

/**
 * Pixels of the box: how far the next pixel inside (or outside) lies in the same column, up or down, at most
 * `max`.
 */
function stepsAlongColumns(
  { width, data }: Mask,
  box: Box,
  { inside, max }: { readonly inside: boolean; readonly max: number },
): Int32Array {
  const steps = new Int32Array(box.width * box.height);
  const since = new Int32Array(box.width).fill(max);
  for (let y = 0; y < box.height; y++) {
    const row = (box.y + y) * width + box.x;
    for (let x = 0; x < box.width; x++) {
      const next = (since[x] ?? 0) + 1;
      since[x] = (data[row + x] !== 0) === inside ? 0 : next < max ? next : max;
      steps[y * box.width + x] = since[x] ?? 0;
    }
  }
  since.fill(max);
  for (let y = box.height - 1; y >= 0; y--) {
    const row = y * box.width;
    for (let x = 0; x < box.width; x++) {
      const next = (since[x] ?? 0) + 1;
      const above = steps[row + x] ?? 0;
      since[x] = Math.min(next, above);
      steps[row + x] = since[x] ?? 0;
    }
  }
  return steps;
}

/** 1 where the chord of any pixel of the row reaches to; once to the right, once to the left. */
function markReached(reached: Uint8Array, steps: Int32Array, chords: Int32Array): void {
  let until = nowhere;
  for (let x = 0; x < reached.length; x++) {
    const end = x + (chords[steps[x] ?? 0] ?? 0);
    if (end > until) until = end;
    reached[x] = x <= until ? 1 : 0;
  }
  let from = -nowhere;
  for (let x = reached.length - 1; x >= 0; x--) {
    const start = x - (chords[steps[x] ?? 0] ?? 0);
    if (start < from) from = start;
    if (x >= from) reached[x] = 1;
  }
}
