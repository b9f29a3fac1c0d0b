import { type GreyPlane, greyPlane } from '../plane.ts';
import { crop } from './crop.ts';
import { resize } from './resize.ts';

/** Where an image lies inside its letterbox. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Letterbox pixels per source pixel. */
  readonly scale: number;
}

/** Fits a picture of the given size, aspect kept, centred into `width` by `height`. */
export function placeInside(
  source: { readonly width: number; readonly height: number },
  width: number,
  height: number,
): Placement {
  const scale = Math.min(width / source.width, height / source.height);
  const inner = {
    width: Math.min(width, Math.max(1, Math.round(source.width * scale))),
    height: Math.min(height, Math.max(1, Math.round(source.height * scale))),
  };
  return {
    x: Math.floor((width - inner.width) / 2),
    y: Math.floor((height - inner.height) / 2),
    ...inner,
    scale,
  };
}

/** Resamples with the aspect kept into a fixed frame, the rest filled with `fill`. For network inputs. */
export function letterbox(
  plane: GreyPlane,
  frame: { readonly width: number; readonly height: number; readonly fill: number },
): { plane: GreyPlane; placement: Placement } {
  const placement = placeInside(plane, frame.width, frame.height);
  const inner = resize(plane, placement.width, placement.height);
  const out = greyPlane(frame.width, frame.height);
  out.data.fill(frame.fill);
  for (let y = 0; y < inner.height; y++) {
    const row = inner.data.subarray(y * inner.width, (y + 1) * inner.width);
    out.data.set(row, (placement.y + y) * frame.width + placement.x);
  }
  return { plane: out, placement };
}

/** Undoes {@link letterbox}: cuts the picture out of its frame and resamples it to its own size. */
export function unletterbox(
  plane: GreyPlane,
  placement: Placement,
  width: number,
  height: number,
): GreyPlane {
  return resize(crop(plane, placement), width, height);
}
