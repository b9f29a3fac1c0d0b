import type { FindingType } from '@second-read/core/analysis/manifest';
import { hoverTolerance, matchFinding, meanColour, parseColour, type Rgb } from './match-finding.ts';

/** A picture laid over the one below, e.g. the segmented image; drawn and sampled on its canvas. */
export interface LayerPicture {
  readonly canvas: HTMLCanvasElement;
  readonly width: number;
  readonly height: number;
}

/** @throws Error when the bytes are no picture the browser knows. */
export async function decodeLayer(blob: Blob): Promise<LayerPicture> {
  const bitmap = await createImageBitmap(blob);
  const layer = emptyLayer(bitmap.width, bitmap.height);
  layer.context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return layer;
}

/** A power of two: how many pixels of a layer one pixel of its copy stands for, drawn at this scale. */
export function reductionFor(scale: number): number {
  return scale > 0 ? 2 ** Math.max(0, Math.min(4, Math.floor(Math.log2(1 / scale)))) : 1;
}

const reduced = new WeakMap<LayerPicture, Map<number, LayerPicture>>();

/** A copy of the layer, smaller by the factor, made once. Without smoothing: its colors stay classes. */
export function reducedLayer(layer: LayerPicture, factor: number): LayerPicture {
  if (factor <= 1) return layer;
  const copies = reduced.get(layer) ?? new Map<number, LayerPicture>();
  reduced.set(layer, copies);
  const known = copies.get(factor);
  if (known) return known;
  const copy = emptyLayer(Math.ceil(layer.width / factor), Math.ceil(layer.height / factor));
  copy.context.imageSmoothingEnabled = false;
  copy.context.drawImage(layer.canvas, 0, 0, copy.width, copy.height);
  copies.set(factor, copy);
  return copy;
}

/** The coloured regions of a segmented picture alone, everything else transparent. */
export function findingsOnly(segmented: LayerPicture, types: readonly FindingType[]): LayerPicture {
  const { width, height } = segmented;
  const layer = emptyLayer(width, height);
  const pixels = pixelsOf(segmented);
  clearOtherColours(
    pixels.data,
    types.map((type) => parseColour(type.colour)),
  );
  layer.context.putImageData(pixels, 0, 0);
  return layer;
}

/** Makes every pixel transparent that lies near none of the colours. */
export function clearOtherColours(rgba: Uint8ClampedArray, colours: readonly Rgb[]): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const red = rgba[at] ?? 0;
    const green = rgba[at + 1] ?? 0;
    const blue = rgba[at + 2] ?? 0;
    const near = colours.some(
      (colour) =>
        Math.abs(red - colour[0]) <= hoverTolerance &&
        Math.abs(green - colour[1]) <= hoverTolerance &&
        Math.abs(blue - colour[2]) <= hoverTolerance,
    );
    if (!near) rgba[at + 3] = 0;
  }
}

/** The finding type under a point of the layer, by the mean of the 3x3 pixels about it; null outside. */
export function findingAt(
  layer: LayerPicture,
  point: { x: number; y: number },
  types: readonly FindingType[],
): FindingType | null {
  const x = Math.floor(point.x);
  const y = Math.floor(point.y);
  if (x < 0 || y < 0 || x >= layer.width || y >= layer.height) return null;
  const left = Math.max(0, x - 1);
  const top = Math.max(0, y - 1);
  const width = Math.min(layer.width, x + 2) - left;
  const height = Math.min(layer.height, y + 2) - top;
  const { data } = contextOf(layer.canvas).getImageData(left, top, width, height);
  return matchFinding(meanColour(data), types);
}

/** Every opaque colour of a layer, `#RRGGBB`. */
export function coloursIn({ data }: { readonly data: Uint8ClampedArray }): ReadonlySet<string> {
  const found = new Set<number>();
  let last = -1;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) continue;
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    // Regions are flat: most pixels repeat the one before.
    if (colour !== last) found.add(colour);
    last = colour;
  }
  return new Set([...found].map((colour) => `#${colour.toString(16).toUpperCase().padStart(6, '0')}`));
}

export function pixelsOf({ canvas, width, height }: LayerPicture): ImageData {
  return contextOf(canvas).getImageData(0, 0, width, height);
}

function emptyLayer(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, width, height, context: contextOf(canvas) };
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to lay the picture on');
  return context;
}
