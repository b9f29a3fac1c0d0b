import type { EngineContext } from '@second-read/core/analysis/engine';
import { keepComponents } from '@second-read/core/pixels/component-mask';
import { connectedComponents } from '@second-read/core/pixels/connected-components';
import { gaussianBlur } from '@second-read/core/pixels/gaussian-blur';
import { median } from '@second-read/core/pixels/percentiles';
import { type GreyPlane, greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { resize } from '@second-read/core/pixels/resize';
import { brainHu } from './density.ts';

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
}

const inputSide = 160;
const mapSide = 40;

/** Asks the network; `training/brain-ct/slices.py` makes its input the same way. */
export async function readHaemorrhage(
  grey: GreyPlane,
  intracranial: Mask,
  context: Pick<EngineContext, 'infer'>,
): Promise<Haemorrhage> {
  const planes = { data: networkPlanes(grey, intracranial), dims: [1, 3, inputSide, inputSide] };
  const outputs = await context.infer('brain-ct/haemorrhage', { planes });
  const [slice, map, position] = [outputs.probabilities?.data, outputs.map?.data, outputs.position?.data];
  if (slice?.length !== 6 || map?.length !== mapSide * mapSide || position?.length !== 1) {
    throw new Error('brain-ct: unexpected network output');
  }
  const [probability = 0, edh = 0, sdh = 0, sah = 0, iph = 0, ivh = 0] = slice;
  const small = { width: mapSide, height: mapSide, data: Float32Array.from(map) };
  return {
    probability,
    types: { edh, sdh, sah, iph, ivh },
    map: resize(small, grey.width, grey.height),
    position: Math.min(Math.max(position[0] ?? 0, 0), 1),
  };
}

/** Density about brain's own, half its difference to the mirror image, and the intracranial region. */
export function networkPlanes(grey: GreyPlane, intracranial: Mask): Float32Array {
  const size = inputSide * inputSide;
  const small = resize(grey, inputSide, inputSide);
  const inside = greyPlane(intracranial.width, intracranial.height);
  inside.data.set(intracranial.data);
  const region = resize(inside, inputSide, inputSide);
  const within = mask(inputSide, inputSide);
  let count = 0;
  for (let i = 0; i < size; i++) {
    within.data[i] = (region.data[i] ?? 0) > 0.5 ? 1 : 0;
    count += within.data[i] ?? 0;
  }
  const level = count > 50 ? median(small, within) : 0.45;
  const planes = new Float32Array(3 * size);
  for (let i = 0; i < size; i++) planes[i] = Math.min(Math.max(((small.data[i] ?? 0) - level) * 4, -2), 2.5);
  for (let i = 0; i < size; i++) {
    const mirrored = i - (i % inputSide) + inputSide - 1 - (i % inputSide);
    planes[size + i] = ((planes[i] ?? 0) - (planes[mirrored] ?? 0)) * 0.5;
    planes[2 * size + i] = region.data[i] ?? 0;
  }
  return planes;
}

/** Share of the map's peak from which a place belongs to the bleeding, and the least a peak must be. */
const mapFrom = 0.4;
const peakFrom = 0.25;
/** Blood is denser than this above brain, HU, after light smoothing. */
const bloodAbove = 6;

/** The bleeding's outline: where the network looks and the tissue is dense. */
export function bleedingRegion(bleeding: Haemorrhage, hu: GreyPlane, intracranial: Mask): Mask {
  const calm = gaussianBlur(hu, 1);
  const peak = bleeding.map.data.reduce((most, value) => Math.max(most, value), 0);
  const region = mask(hu.width, hu.height);
  if (peak < peakFrom) return region;
  for (let i = 0; i < region.data.length; i++) {
    const isThere = (bleeding.map.data[i] ?? 0) > mapFrom * peak && intracranial.data[i] !== 0;
    region.data[i] = isThere && (calm.data[i] ?? 0) > brainHu + bloodAbove ? 1 : 0;
  }
  return keepComponents(connectedComponents(region), ({ area }) => area >= 15);
}
