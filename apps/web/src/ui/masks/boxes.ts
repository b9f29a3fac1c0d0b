import type { MaskBox } from '@second-read/contract/analyses';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture as it is shown beneath boxes, which are in its pixels. */
export interface ShownPicture extends PictureSize {
  /** JPEG in base64, possibly downscaled. */
  readonly preview: string;
}

/** Minimum size for dragging, as a share of the longer side. */
const minShare = 0.012;

/** Whole pixels, within the picture, never smaller than can be seen. */
export function fitted(box: MaskBox, { width, height }: PictureSize): MaskBox {
  const min = Math.max(1, Math.round(Math.max(width, height) * minShare));
  const w = Math.min(width, Math.max(min, Math.round(box.width)));
  const h = Math.min(height, Math.max(min, Math.round(box.height)));
  return {
    x: Math.min(Math.max(0, Math.round(box.x)), width - w),
    y: Math.min(Math.max(0, Math.round(box.y)), height - h),
    width: w,
    height: h,
  };
}

export function moved(box: MaskBox, by: { x: number; y: number }, picture: PictureSize): MaskBox {
  return fitted({ ...box, x: box.x + by.x, y: box.y + by.y }, picture);
}

/** By its lower right corner. */
export function resized(box: MaskBox, by: { x: number; y: number }, picture: PictureSize): MaskBox {
  const width = Math.min(picture.width - box.x, Math.max(1, box.width + by.x));
  const height = Math.min(picture.height - box.y, Math.max(1, box.height + by.y));
  return fitted({ ...box, width, height }, picture);
}

/** The box between two corners, whichever way it was drawn. */
export function between(
  a: { x: number; y: number },
  b: { x: number; y: number },
  picture: PictureSize,
): MaskBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return fitted({ x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }, picture);
}

/** A new one in the middle, to be moved by keyboard. */
export function middleBox({ width, height }: PictureSize): MaskBox {
  const size = { width: Math.round(width / 5), height: Math.round(height / 14) };
  return fitted({ x: (width - size.width) / 2, y: (height - size.height) / 2, ...size }, { width, height });
}

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * What a key does with a box: arrows move it by a hundredth of the picture, with Shift they change its size.
 */
export function keyed(
  box: MaskBox,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  picture: PictureSize,
): MaskBox | null {
  const arrow = arrows[key];
  if (!arrow) return null;
  const step = Math.max(1, Math.round(Math.max(picture.width, picture.height) / 100));
  const by = { x: arrow.x * step, y: arrow.y * step };
  return shiftKey ? resized(box, by, picture) : moved(box, by, picture);
}
