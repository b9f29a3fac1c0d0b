import type { LabelMap } from '../../pixels/plane.ts';
import { eachRun } from '../../reading/mark-shape.ts';

/**
 * One bit per pixel and frame, the first pixel in the lowest bit; a frame begins where the one before ended,
 * be it within a byte (PS3.5 8.1.1, PS3.3 C.8.20.2). Frame n shows class `classes[n]`.
 */
export function packFrames({ data }: LabelMap, classes: readonly number[]): Uint8Array {
  const packed = new Uint8Array(Math.ceil((data.length * classes.length) / 8));
  const frameOf = new Int16Array(256).fill(-1);
  classes.forEach((classNumber, frame) => {
    frameOf[classNumber] = frame;
  });
  for (let i = 0; i < data.length; i++) {
    const frame = frameOf[data[i] ?? 0] ?? -1;
    if (frame < 0) continue;
    const bit = frame * data.length + i;
    const byte = Math.floor(bit / 8);
    packed[byte] = (packed[byte] ?? 0) | (1 << (bit % 8));
  }
  return packed;
}

/**
 * The same of frames given as runs (row, first column, column behind the last): frame n shows `frames[n]`.
 */
export function packRuns(
  { width, height }: Pick<LabelMap, 'width' | 'height'>,
  frames: readonly Int32Array[],
): Uint8Array {
  const pixels = width * height;
  const packed = new Uint8Array(Math.ceil((pixels * frames.length) / 8));
  for (const [frame, runs] of frames.entries()) {
    eachRun(runs, (y, from, to) => {
      const row = frame * pixels + y * width;
      for (let bit = row + from; bit < row + to; bit++) {
        const byte = Math.floor(bit / 8);
        packed[byte] = (packed[byte] ?? 0) | (1 << (bit % 8));
      }
    });
  }
  return packed;
}
