import type { EngineContext } from '@second-read/core/analysis/engine';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { opening } from '@second-read/core/pixels/morphology/opening';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { componentMask } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { resize } from '@second-read/core/pixels/sampling/resize';
import type { Skull } from './skull.ts';
import { canvasSide } from './upright-head.ts';

/** Less closed than this the skull has been opened, or is cut by the picture's edge. */
const openBelow = 0.93;

/** The network sees the canvas at half size and tells at a quarter. */
const inputSide = 128;
const mapSide = 64;
/** From this probability a place is added, below the other one it is taken away. */
const [addedFrom, droppedBelow] = [0.5, 0.15];
/** The upper end of the window, where bone and metal are told apart from tissue. */
const bright = { from: 0.8, gain: 10 } as const;

/**
 * An open skull encloses by rays no more than a part of the brain: a network that learned from opened whole
 * skulls tells the rest. A closed one stays as it is.
 */
export async function withOpenPart(
  grey: GreyPlane,
  skull: Skull,
  infer: EngineContext['infer'],
): Promise<Skull> {
  if (skull.closure >= openBelow) return skull;
  const planes = { data: skullPlanes(grey), dims: [1, 3, inputSide, inputSide] };
  const { inside } = await infer('brain-ct/skull', { planes });
  if (inside?.data.length !== mapSide * mapSide) throw new Error('brain-ct: unexpected skull');
  const map = { width: mapSide, height: mapSide, data: Float32Array.from(inside.data) };
  return { ...skull, intracranial: joined(skull, resize(map, canvasSide, canvasSide)) };
}

/** What rays enclose and the network does not deny, and what it adds: the largest part of it. */
function joined({ bone, intracranial }: Skull, told: GreyPlane): Mask {
  const region = mask(told.width, told.height);
  for (let i = 0; i < region.data.length; i++) {
    const from = intracranial.data[i] === 0 ? addedFrom : droppedBelow;
    region.data[i] = bone.data[i] === 0 && (told.data[i] ?? 0) > from ? 1 : 0;
  }
  const parts = connectedComponents(opening(region, disc(2)), 4);
  const [largest] = parts.components.toSorted((a, b) => b.area - a.area);
  return largest === undefined ? intracranial : fillHoles(componentMask(parts, largest.label));
}

/**
 * The three planes of the network: the brain window, its upper end, and how far from the middle of the canvas
 * a place lies; `training/brain_ct/skull/skull_samples.py` makes them the same way.
 */
export function skullPlanes(grey: GreyPlane): Float32Array {
  const middle = (canvasSide - 1) / 2;
  const far = greyPlane(canvasSide, canvasSide);
  for (let i = 0; i < far.data.length; i++) {
    const [x, y] = [i % canvasSide, Math.floor(i / canvasSide)];
    far.data[i] = Math.hypot(x - middle, y - middle) / (canvasSide / 2) - 0.5;
  }
  const planes = [
    { ...grey, data: grey.data.map((value) => clipped(2 * value - 1)) },
    { ...grey, data: grey.data.map((value) => clipped(bright.gain * (value - bright.from))) },
    far,
  ].map((plane) => resize(plane, inputSide, inputSide).data);
  const size = inputSide * inputSide;
  const out = new Float32Array(3 * size);
  planes.forEach((plane, k) => {
    out.set(plane, k * size);
  });
  return out;
}

function clipped(value: number): number {
  return Math.min(Math.max(value, -1), 1);
}
