import type { EngineContext } from '@second-read/core/analysis/engine';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type GreyPlane, greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { componentMask, keepComponents } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { resize } from '@second-read/core/pixels/sampling/resize';
import { median, percentiles } from '@second-read/core/pixels/values/percentiles';
import { canvasSide } from '../head/upright-head.ts';
import { brainHu } from '../window/density.ts';
import { blurred } from './blurred.ts';
import { sliceLevels } from './level.ts';

export const bleedingTypes = ['edh', 'sdh', 'sah', 'iph', 'ivh'] as const;
export type BleedingType = (typeof bleedingTypes)[number];

export interface Haemorrhage {
  /** Calibrated probability that the slice shows any bleeding, 0 to 1. */
  readonly probability: number;
  readonly types: Readonly<Record<BleedingType, number>>;
  /** Where the network looks, 0 to 1, canvas size. */
  readonly map: GreyPlane;
  /** Place in the scan, 0 skull base to 1 vertex. */
  readonly position: number;
  /** Probability of each of `sliceLevels`; their sum is 1. */
  readonly levels: readonly number[];
}

/** The network sees the middle of the canvas at full resolution; its map is eight times coarser. */
const inputSide = 224;
const margin = (canvasSide - inputSide) / 2;
const mapSide = 28;

/** Asks the network; `training/brain_ct/hemorrhage/rendered.py` makes its input the same way. */
export async function readHaemorrhage(
  grey: GreyPlane,
  intracranial: Mask,
  context: Pick<EngineContext, 'infer'>,
): Promise<Haemorrhage> {
  const planes = { data: networkPlanes(grey, intracranial), dims: [1, 3, inputSide, inputSide] };
  const outputs = await context.infer('brain-ct/haemorrhage', { planes });
  const [slice, map] = [outputs.probabilities?.data, outputs.map?.data];
  const [position, levels] = [outputs.position?.data, outputs.levels?.data];
  const isWhole = slice?.length === 6 && map?.length === mapSide * mapSide;
  if (!isWhole || position?.length !== 1 || levels?.length !== sliceLevels.length) {
    throw new Error('brain-ct: unexpected network output');
  }
  const [probability = 0, edh = 0, sdh = 0, sah = 0, iph = 0, ivh = 0] = slice;
  return {
    probability,
    types: { edh, sdh, sah, iph, ivh },
    map: onCanvas({ width: mapSide, height: mapSide, data: Float32Array.from(map) }),
    position: Math.min(Math.max(position[0] ?? 0, 0), 1),
    levels: [...levels],
  };
}

/** The network's map at the size and place of the canvas; 0 in the margin that the network does not see. */
function onCanvas(map: GreyPlane): GreyPlane {
  const seen = resize(map, inputSide, inputSide);
  const out = greyPlane(canvasSide, canvasSide);
  for (let y = 0; y < inputSide; y++) {
    const row = seen.data.subarray(y * inputSide, (y + 1) * inputSide);
    out.data.set(row, (y + margin) * canvasSide + margin);
  }
  return out;
}

/** Where brain's own grey comes to lie in each plane, 0 to 1. */
const brainAt = { whole: 0.45, blood: 0.35, unlike: 0.5 } as const;
/** How much narrower the second and third plane are than the canvas's own window of 120 HU. */
const bloodContrast = 2;
/** Brain's grey in a usual window, where too little is enclosed to take its median. */
const usualBrain = 0.45;
/**
 * Grey from which a place counts as bone, over how much it comes to do so fully, and how much that takes off
 * the second plane.
 */
const white = { from: 0.93, span: 0.05, tonedDown: 0.6 } as const;

/**
 * The three planes of the network, -1 to 1: the whole window about brain's own grey; 60 HU from just below
 * brain to blood, inside the skull; the difference to the mirror image, inside the skull. Bone inside the
 * skull (petrous ridge, sella, orbital roof) is toned down in the second plane and left out of the third, so
 * that it does not pass for blood.
 */
export function networkPlanes(grey: GreyPlane, intracranial: Mask): Float32Array {
  const level = area(intracranial) > 128 ? median(grey, intracranial) : usualBrain;
  const calm = gaussianBlur(tissueAbout(grey, level), 1);
  const size = inputSide * inputSide;
  const planes = new Float32Array(3 * size);
  for (let i = 0; i < size; i++) {
    const x = (i % inputSide) + margin;
    const row = (Math.floor(i / inputSide) + margin) * canvasSide;
    const value = grey.data[row + x] ?? 0;
    const inside = intracranial.data[row + x] ?? 0;
    const blood = clipped(bloodContrast * (value - level) + brainAt.blood) * inside;
    const unlike = (calm.data[row + x] ?? 0) - (calm.data[row + canvasSide - 1 - x] ?? 0);
    planes[i] = centred(value - level + brainAt.whole);
    planes[size + i] = centred(blood * (1 - white.tonedDown * whiteness(value)));
    planes[2 * size + i] = centred(bloodContrast * unlike * inside + brainAt.unlike);
  }
  return planes;
}

/** Grey above brain's own, bone as brain. */
function tissueAbout(grey: GreyPlane, level: number): GreyPlane {
  return { ...grey, data: grey.data.map((value) => (value - level) * (1 - whiteness(value))) };
}

/** 0 for tissue to 1 for bone. */
function whiteness(grey: number): number {
  return clipped((grey - white.from) / white.span);
}

function clipped(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

/** 0 to 1 put on -1 to 1, what lies beyond cut off. */
function centred(value: number): number {
  return 2 * clipped(value) - 1;
}

/** Share of the map's peak from which a place belongs to the bleeding, and the least a peak must be. */
const mapFrom = 0.4;
const peakFrom = 0.25;
/** Blood is denser than this above brain, HU, after light smoothing. */
const bloodAbove = 6;
/**
 * Denser than this above brain is bone: fresh blood stays below 94 HU (Osborn's Brain, 2nd ed.: clots 50-85).
 */
const boneAbove = 60;
/** Smaller parts are noise, pixels. */
const smallest = 15;

/**
 * The bleeding's edge lies half way between brain and clot: nearer to brain, the rim is a mixture of both, or
 * edema, and counting it made areas 1.4 times too large. The clot's own density is this quantile of a part.
 */
const clotQuantile = 0.75;
const edgeAt = 0.5;

/** Where the network looks and the tissue is dense, the rim included. */
export function denseRegion(bleeding: Haemorrhage, hu: GreyPlane, intracranial: Mask): Mask {
  const peak = bleeding.map.data.reduce((max, value) => Math.max(max, value), 0);
  const region = mask(hu.width, hu.height);
  if (peak < peakFrom) return region;
  const calm = blurred(hu, 1);
  for (let i = 0; i < region.data.length; i++) {
    const isThere = (bleeding.map.data[i] ?? 0) > mapFrom * peak && intracranial.data[i] !== 0;
    const above = (calm.data[i] ?? 0) - brainHu;
    region.data[i] = isThere && above > bloodAbove && above < boneAbove ? 1 : 0;
  }
  return keepComponents(connectedComponents(region), ({ area }) => area >= smallest);
}

/** The bleeding's outline: each dense part without its rim; faint ones stay as they are. */
export function bleedingRegion(dense: Mask, hu: GreyPlane): Mask {
  if (area(dense) === 0) return dense;
  const calm = blurred(hu, 1);
  const parts = connectedComponents(dense);
  const out = mask(dense.width, dense.height);
  for (const part of parts.components) {
    const inside = componentMask(parts, part.label);
    const [clot = brainHu] = percentiles(calm, [clotQuantile], inside);
    const from = Math.max(bloodAbove, edgeAt * (clot - brainHu));
    for (let i = 0; i < out.data.length; i++)
      if (inside.data[i] !== 0 && (calm.data[i] ?? 0) - brainHu > from) out.data[i] = 1;
  }
  return keepComponents(connectedComponents(out), ({ area }) => area >= smallest);
}
