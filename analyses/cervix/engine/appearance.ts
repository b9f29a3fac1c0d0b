import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Canvas } from './photograph/canvas.ts';
import { middleCrop, wholeCrop } from './photograph/square-crop.ts';
import { mirrored, viewInput } from './photograph/view-input.ts';

/** Side of the views, pixels; as in `training/cervix/network/appearance.py`. */
const side = 224;
/** Mean and standard deviation of 24 + 40 + 112 + 192 channels. */
const length = 736;

/**
 * What the whole picture and its middle look like to a network that learned from everyday pictures alone: 736
 * numbers, means over both views, plain and mirrored.
 */
export async function appearanceOf(
  canvas: Canvas,
  context: Pick<EngineContext, 'infer'>,
): Promise<Float32Array> {
  const views = [wholeCrop, middleCrop(canvas)].flatMap((place) => {
    const view = viewInput(canvas, place, side);
    return [view, mirrored(view, side)];
  });
  const size = 3 * side * side;
  const data = new Float32Array(views.length * size);
  views.forEach((view, i) => {
    data.set(view, i * size);
  });
  const input = { picture: { data, dims: [views.length, 3, side, side] } };
  const seen = (await context.infer('cervix/appearance', input)).appearance?.data;
  if (seen?.length !== views.length * length) throw new Error('cervix/appearance: unexpected network output');
  const out = new Float32Array(length);
  seen.forEach((value, i) => {
    out[i % length] = (out[i % length] ?? 0) + value / views.length;
  });
  return out;
}
