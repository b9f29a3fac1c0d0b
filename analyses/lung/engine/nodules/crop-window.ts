import type { Study } from '@second-read/core/decode/study';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { letterbox, unletterbox } from '@second-read/core/pixels/sampling/letterbox';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import { windowAround } from './reader-share.ts';

/** Side of the crops the network was trained on, pixels. */
const windowSide = 128;

/** A picture up to this side holds native CT pixels; a larger one is an enlarged crop. */
const nativeSide = 160;

/** The network's window over a crop, and the way back to the study. */
export interface CropWindow {
  readonly window: GreyPlane;
  /** Study pixels per window pixel. */
  readonly scale: number;
  back(plane: GreyPlane): GreyPlane;
}

export function cropWindow(study: Study): CropWindow {
  const { width, height, grey } = study;
  const [fill = 0] = percentiles(grey, [0.01]);
  if (Math.max(width, height) <= nativeSide) {
    const centre = { x: width / 2, y: height / 2 };
    return {
      window: windowAround(grey, centre, { side: windowSide, fill }).plane,
      scale: 1,
      back: (plane) => shiftedBack(plane, width, height),
    };
  }
  const { plane, placement } = letterbox(grey, { width: windowSide, height: windowSide, fill });
  return {
    window: plane,
    scale: 1 / placement.scale,
    back: (output) => unletterbox(output, placement, width, height),
  };
}

/** Undoes `windowAround` the centre: beyond the window nothing is known, so 0. */
function shiftedBack(plane: GreyPlane, width: number, height: number): GreyPlane {
  const left = Math.round(width / 2 - windowSide / 2);
  const top = Math.round(height / 2 - windowSide / 2);
  const out = greyPlane(width, height);
  for (let y = Math.max(0, top); y < Math.min(height, top + windowSide); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, left + windowSide); x++) {
      out.data[y * width + x] = plane.data[(y - top) * windowSide + x - left] ?? 0;
    }
  }
  return out;
}
