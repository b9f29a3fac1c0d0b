import type { Channels } from '@second-read/core/pixels/color/channels';
import { luma } from '@second-read/core/pixels/color/luminance';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { letterbox } from '@second-read/core/pixels/sampling/letterbox';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';
import { resizeChannels } from '@second-read/core/pixels/sampling/resize-rgb';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import { type GateView, reducedColour } from './reduced-colour.ts';

/** Side of the network's input, pixels. */
export const side = 160;

/** A display window in Hounsfield units. */
export interface CtWindow {
  readonly centre: number;
  readonly width: number;
}

/** Windows in which the network knows CT: brain and lung as radiology shows them. */
export const brainWindow: CtWindow = { centre: 40, width: 120 };
export const lungWindow: CtWindow = { centre: -600, width: 1500 };

/**
 * The network's input: red, green and blue of 160 x 160, stretched together between the 0.5th and the 99.5th
 * percentile of the grey values to -1…1 and letterboxed on -1; a grey picture has three equal planes.
 * `training/modality/augment.py` does the same; keep the two alike.
 */
export function networkPlanes(study: GateView, window?: CtWindow): Float32Array {
  const planes = new Float32Array(3 * side * side);
  const channels = channelsOf(study, window);
  const stretch = stretchOf(channels.grey);
  [channels.red, channels.green, channels.blue].forEach((channel, c) => {
    planes.set(framed(channel ?? channels.grey, stretch), c * side * side);
  });
  return planes;
}

/** The picture with its longer side at the network's; a grey picture has no channels. */
function channelsOf(study: GateView, window?: CtWindow): { grey: GreyPlane } & Partial<Channels> {
  if (study.colour === undefined || window !== undefined) {
    return {
      grey: resizeLongestSide(window === undefined ? study.grey : windowed(study.grey, window), side),
    };
  }
  const scale = side / Math.max(study.width, study.height);
  const [width, height] = [study.width, study.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  );
  const channels = resizeChannels(reducedColour(study.colour), width ?? 1, height ?? 1);
  return { ...channels, grey: luma(channels) };
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

interface Stretch {
  readonly low: number;
  readonly range: number;
}

function stretchOf(grey: GreyPlane): Stretch {
  const [low = 0, high = 0] = percentiles(grey, [0.005, 0.995]);
  // The floor keeps the grain of an almost uniform picture from being blown up; in 8-bit pictures one grey
  // level.
  return { low, range: Math.max(high - low, Math.abs(high) / 255, 1e-6) };
}

function framed(plane: GreyPlane, { low, range }: Stretch): Float32Array {
  const shown = greyPlane(plane.width, plane.height);
  for (let i = 0; i < shown.data.length; i++) {
    shown.data[i] = Math.min(Math.max(((plane.data[i] ?? 0) - low) / range, 0), 1) * 2 - 1;
  }
  return letterbox(shown, { width: side, height: side, fill: -1 }).plane.data;
}
