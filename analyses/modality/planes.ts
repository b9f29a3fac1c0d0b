import type { Study } from '@second-read/core/decode/study';
import { splitChannels } from '@second-read/core/pixels/channels';
import { letterbox } from '@second-read/core/pixels/letterbox';
import { percentiles } from '@second-read/core/pixels/percentiles';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { resizeLongestSide } from '@second-read/core/pixels/resize';

/** Side of the network's input, pixels. */
export const side = 128;

/** A display window in Hounsfield units. */
export interface CtWindow {
  readonly centre: number;
  readonly width: number;
}

/** Windows in which the network knows CT: brain and lung as radiology shows them. */
export const brainWindow: CtWindow = { centre: 40, width: 120 };
export const lungWindow: CtWindow = { centre: -600, width: 1500 };

/**
 * The network's input: three planes of 128 x 128, letterboxed on 0: grey stretched between its 0.5th and
 * 99.5th percentile to 0…1, red minus green and blue minus the mean of both, each divided by 128.
 * `training/modality/augment.py` does the same; keep the two alike.
 */
export function networkPlanes(study: Study, window?: CtWindow): Float32Array {
  const planes = new Float32Array(3 * side * side);
  const small = resizeLongestSide(window === undefined ? study.grey : windowed(study.grey, window), side);
  planes.set(framed(stretched(small)), 0);
  if (study.colour === undefined) return planes;
  const { red, green, blue } = splitChannels(study.colour);
  const [r, g, b] = [red, green, blue].map((channel) => framed(resizeLongestSide(channel, side)));
  for (let i = 0; i < side * side; i++) {
    const [redness, greenness, blueness] = [r?.[i] ?? 0, g?.[i] ?? 0, b?.[i] ?? 0];
    planes[side * side + i] = (redness - greenness) / 128;
    planes[2 * side * side + i] = (blueness - (redness + greenness) / 2) / 128;
  }
  return planes;
}

/** The three planes seen in a mirror. */
export function mirrored(planes: Float32Array): Float32Array {
  const out = new Float32Array(planes.length);
  for (let row = 0; row < planes.length; row += side) {
    for (let x = 0; x < side; x++) out[row + x] = planes[row + side - 1 - x] ?? 0;
  }
  return out;
}

function windowed(grey: GreyPlane, { centre, width }: CtWindow): GreyPlane {
  const out = greyPlane(grey.width, grey.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = Math.min(Math.max(((grey.data[i] ?? 0) - centre) / width + 0.5, 0), 1) * 255;
  }
  return out;
}

function stretched(grey: GreyPlane): GreyPlane {
  const [low = 0, high = 0] = percentiles(grey, [0.005, 0.995]);
  // The floor keeps the grain of an almost uniform picture from being blown up; in 8-bit pictures one grey level.
  const range = Math.max(high - low, Math.abs(high) / 255, 1e-6);
  const out = greyPlane(grey.width, grey.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = Math.min(Math.max(((grey.data[i] ?? 0) - low) / range, 0), 1);
  }
  return out;
}

function framed(plane: GreyPlane): Float32Array {
  return letterbox(plane, { width: side, height: side, fill: 0 }).plane.data;
}
