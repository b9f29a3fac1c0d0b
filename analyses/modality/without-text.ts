import { findText } from '@second-read/core/burned-in-text/find-text';
import type { Box, PlaneData } from '@second-read/core/pixels/plane';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';
import type { GateView } from './reduced-colour.ts';

/** Longest side, pixels, at which text is looked for: smaller letters are gone in what the network sees. */
const longestSide = 1024;

/**
 * The view with its burned-in text painted over in the mean of what surrounds it; undefined where none is
 * found. Text says nothing of what an image shows: it must not help it past the gate.
 */
export function withoutText(view: GateView): GateView | undefined {
  const { width, height } = view;
  const grey =
    Math.max(width, height) > longestSide
      ? resizeLongestSide(view.grey, longestSide)
      : { ...view.grey, data: view.grey.data.slice() };
  const boxes = findText(grey);
  if (boxes.length === 0) return undefined;
  for (const box of boxes) paintOver(grey, box, 1);
  const small = { ...view, width: grey.width, height: grey.height, grey };
  if (view.colour === undefined) return small;
  const colour = { ...view.colour, data: view.colour.data.slice() };
  const scale = colour.width / grey.width;
  for (const box of boxes) paintOver(colour, scaled(box, scale), 3);
  return { ...small, colour };
}

function scaled({ x, y, width, height }: Box, by: number): Box {
  const [left, top] = [Math.floor(x * by), Math.floor(y * by)];
  return {
    ...{ x: left, y: top },
    width: Math.ceil((x + width) * by) - left,
    height: Math.ceil((y + height) * by) - top,
  };
}

interface Samples {
  readonly width: number;
  readonly height: number;
  readonly data: PlaneData;
}

function paintOver({ width, height, data }: Samples, box: Box, channels: number): void {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
  for (let c = 0; c < channels; c++) {
    const at = (x: number, y: number) => (y * width + x) * channels + c;
    let [sum, count] = [0, 0];
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        if (y === top || y === bottom - 1 || x === left || x === right - 1) {
          sum += data[at(x, y)] ?? 0;
          count += 1;
        }
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) data[at(x, y)] = sum / Math.max(1, count);
  }
}
