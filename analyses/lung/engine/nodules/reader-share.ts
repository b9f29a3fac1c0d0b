import type { EngineContext } from '@second-read/core/analysis/engine';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { cropAround } from '@second-read/core/pixels/sampling/crop';
import { percentiles } from '@second-read/core/pixels/values/percentiles';

/** A square window around a place, filled beyond the picture. */
export interface Window {
  readonly plane: GreyPlane;
  /** Top left corner in the picture; may lie outside. */
  readonly corner: { readonly x: number; readonly y: number };
}

/** `side` is a multiple of 8. */
export function windowAround(
  plane: GreyPlane,
  centre: { readonly x: number; readonly y: number },
  given: { readonly side: number; readonly fill: number },
): Window {
  const corner = { x: Math.round(centre.x - given.side / 2), y: Math.round(centre.y - given.side / 2) };
  return { plane: cropAround(plane, centre, given), corner };
}

/**
 * The share of four readers (0 to 1) who would outline each pixel as nodule, per window; windows of one
 * size. Each is scaled by its own 1st and 99th percentile; `training/lung/crops/data.py` does the same.
 */
export async function readerShares(
  windows: readonly GreyPlane[],
  context: Pick<EngineContext, 'infer'>,
): Promise<GreyPlane[]> {
  if (windows.length === 0) return [];
  const { width, height } = windows[0] ?? { width: 0, height: 0 };
  const size = width * height;
  const data = new Float32Array(windows.length * size);
  windows.forEach((window, n) => {
    data.set(normalised(window), n * size);
  });
  const outputs = await context.infer('lung/nodule', {
    picture: { data, dims: [windows.length, 1, height, width] },
  });
  const share = outputs.share?.data;
  if (share?.length !== data.length) throw new Error('lung/nodule: unexpected network output');
  return windows.map((_, n) => ({ width, height, data: share.slice(n * size, (n + 1) * size) }));
}

/** The share of readers over a whole plane that is scaled already; sides are multiples of 8. */
export async function shareMap(plane: GreyPlane, context: Pick<EngineContext, 'infer'>): Promise<GreyPlane> {
  const outputs = await context.infer('lung/nodule', {
    picture: { data: plane.data, dims: [1, 1, plane.height, plane.width] },
  });
  const share = outputs.share?.data;
  if (share?.length !== plane.data.length) throw new Error('lung/nodule: unexpected network output');
  return { ...plane, data: share };
}

function normalised(window: GreyPlane): Float32Array {
  const [low = 0, high = 1] = percentiles(window, [0.01, 0.99]);
  const span = Math.max(high - low, 1);
  return window.data.map((value) => Math.min(Math.max(((value - low) / span) * 2 - 1, -1.5), 1.5));
}
