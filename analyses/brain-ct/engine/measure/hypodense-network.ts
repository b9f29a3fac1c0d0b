import type { EngineContext } from '@second-read/core/analysis/engine';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type GreyPlane, greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { resize } from '@second-read/core/pixels/sampling/resize';
import { median } from '@second-read/core/pixels/values/percentiles';
import { canvasSide } from '../head/upright-head.ts';
import { brainWindow } from '../window/display.ts';
import { maskedBlur } from './masked-blur.ts';

/** The network sees the canvas at half size and tells at a quarter. */
const inputSide = 128;
const mapSide = 64;
/** Full scale of each plane, HU about brain's own density. */
const scale = { own: 25, calm: 12, unlike: 10 } as const;
/** What is compared: neither CSF, nor blood and calcification, HU about brain's own density. */
const tissueWithin = { from: -20, to: 12 } as const;
/** Sigmas of the blur before tissue is told, and of the mean over tissue, pixels. */
const blurs = { told: 1.5, mean: 3 } as const;
/** Brain's gray where too little is enclosed to take its median. */
const usualBrain = 0.45;

/**
 * How likely each place is to lie in an infarct or another hypodense area, 0 to 1, canvas size; 0 outside of
 * the skull. The mean of the slice and its mirror image.
 */
export async function hypodenseChance(
  grey: GreyPlane,
  intracranial: Mask,
  infer: EngineContext['infer'],
): Promise<GreyPlane> {
  const planes = hypodensePlanes(grey, intracranial);
  const [told, mirrored] = [await ask(planes, infer), await ask(planes.map(mirror), infer)];
  const both = mirror(mirrored);
  for (let i = 0; i < both.data.length; i++) both.data[i] = ((both.data[i] ?? 0) + (told.data[i] ?? 0)) / 2;
  const chance = resize(both, canvasSide, canvasSide);
  for (let i = 0; i < chance.data.length; i++) if (intracranial.data[i] === 0) chance.data[i] = 0;
  return chance;
}

async function ask(planes: readonly GreyPlane[], infer: EngineContext['infer']): Promise<GreyPlane> {
  const size = inputSide * inputSide;
  const data = new Float32Array(planes.length * size);
  planes.forEach((plane, k) => {
    data.set(plane.data, k * size);
  });
  const dims = [1, planes.length, inputSide, inputSide];
  const { chance } = await infer('brain-ct/hypodense', { planes: { data, dims } });
  if (chance?.data.length !== mapSide * mapSide) throw new Error('brain-ct: unexpected hypodense map');
  return { width: mapSide, height: mapSide, data: Float32Array.from(chance.data) };
}

/**
 * The three planes of the network, -1 to 1, inside the skull: the slice about brain's own density, its mean
 * over tissue, and the difference of that to the mirror image;
 * `training/brain_ct/ischemia/infarct_planes.py` makes them the same way.
 */
export function hypodensePlanes(grey: GreyPlane, intracranial: Mask): GreyPlane[] {
  const level = area(intracranial) > 128 ? median(grey, intracranial) : usualBrain;
  const about = { ...grey, data: grey.data.map((value) => (value - level) * brainWindow.width) };
  const tissue = tissueOf(about, intracranial);
  const calm = maskedBlur(about, tissue, blurs.mean);
  const [own, mean, unlike] = [0, 1, 2].map(() => greyPlane(grey.width, grey.height)) as Planes;
  for (let i = 0; i < about.data.length; i++) {
    if (intracranial.data[i] === 0) continue;
    own.data[i] = clipped((about.data[i] ?? 0) / scale.own);
    if (tissue.data[i] === 0) continue;
    mean.data[i] = clipped((calm.data[i] ?? 0) / scale.calm);
    const other = i - (i % grey.width) + grey.width - 1 - (i % grey.width);
    if (tissue.data[other] === 0) continue;
    unlike.data[i] = clipped(((calm.data[i] ?? 0) - (calm.data[other] ?? 0)) / scale.unlike);
  }
  return [own, mean, unlike].map((plane) => resize(plane, inputSide, inputSide));
}
type Planes = [GreyPlane, GreyPlane, GreyPlane];

function tissueOf(about: GreyPlane, intracranial: Mask): Mask {
  const smooth = gaussianBlur(about, blurs.told);
  const tissue = mask(about.width, about.height);
  for (let i = 0; i < tissue.data.length; i++) {
    const value = smooth.data[i] ?? 0;
    const isTissue = value > tissueWithin.from && value < tissueWithin.to;
    tissue.data[i] = intracranial.data[i] !== 0 && isTissue ? 1 : 0;
  }
  return tissue;
}

function mirror(plane: GreyPlane): GreyPlane {
  const out = greyPlane(plane.width, plane.height);
  for (let y = 0; y < plane.height; y++) {
    const row = plane.data.subarray(y * plane.width, (y + 1) * plane.width);
    out.data.set(row.slice().reverse(), y * plane.width);
  }
  return out;
}

function clipped(value: number): number {
  return Math.min(Math.max(value, -1), 1);
}
