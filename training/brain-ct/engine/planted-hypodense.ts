/** Hypodense areas of known place, laid into real slices, and what the engine and symmetry alone name. */
import { findHypodense } from '../../../analyses/brain-ct/engine/measure/hypodense.ts';
import { hypodenseChance } from '../../../analyses/brain-ct/engine/measure/hypodense-network.ts';
import { findCsf } from '../../../analyses/brain-ct/engine/measure/ventricles.ts';
import { findMidline, type Midline } from '../../../analyses/brain-ct/engine/midline/midline.ts';
import { densityOf } from '../../../analyses/brain-ct/engine/window/density.ts';
import { infer } from '../../../analyses/study.test-support.ts';
import { gaussianBlur } from '../../../core/src/pixels/filters/gaussian-blur.ts';
import { type GreyPlane, greyPlane, type Mask } from '../../../core/src/pixels/plane.ts';
import { distanceTransform } from '../../../core/src/pixels/regions/distance-transform.ts';
import { area } from '../../../core/src/pixels/regions/mask-logic.ts';
import { mmPerPixel, type Slice, side } from './geometry-slices.ts';

/** Whether each of the two is right. */
export interface NamedRight {
  readonly engine: boolean;
  readonly symmetry: boolean;
}

/** Share of the planted area that must be named. */
const leastCovered = 0.15;

/** On a slice without an area: whether none is named. */
export async function measureQuiet(slice: Slice, midline: Midline): Promise<NamedRight> {
  const [engine, symmetry] = await hypodenseIn(slice, midline);
  return { engine: area(engine) === 0, symmetry: area(symmetry) === 0 };
}

/** An area of 4 to 20 cm², 8 to 20 HU darker, on one side: whether it is named. */
export async function measurePlanted(
  slice: Slice,
  midline: Midline,
  random: () => number,
): Promise<NamedRight> {
  const { shape, grey } = planted(slice, midline, random);
  const hu = densityOf(grey, slice.inside, 'relative');
  const found = await findMidline(hu, slice.inside, slice.infer);
  if (found === undefined) return { engine: false, symmetry: false };
  const [engine, symmetry] = await hypodenseIn({ ...slice, grey }, found);
  const whole = area({ ...engine, data: Uint8Array.from(shape.data) });
  const covers = (region: Mask) =>
    region.data.reduce((sum, value, i) => sum + (value !== 0 && (shape.data[i] ?? 0) > 0 ? 1 : 0), 0);
  return {
    engine: covers(engine) > leastCovered * whole,
    symmetry: covers(symmetry) > leastCovered * whole,
  };
}

function planted(slice: Slice, midline: Midline, random: () => number) {
  const shape = areaWithin(slice.inside, midline, random);
  const soft = gaussianBlur(shape.plane, 2);
  const grey = greyPlane(side, side);
  for (let i = 0; i < grey.data.length; i++) {
    const lower = slice.inside.data[i] !== 0 ? shape.drop * (soft.data[i] ?? 0) : 0;
    grey.data[i] = Math.max(0, (slice.grey.data[i] ?? 0) - lower);
  }
  return { shape: shape.plane, grey };
}

/** A round area with a wavy edge, away from the skull and the midline, and by how much it darkens. */
function areaWithin(
  inside: Mask,
  midline: Midline,
  random: () => number,
): { readonly plane: GreyPlane; readonly drop: number } {
  const depth = distanceTransform(inside);
  const pixels = ((4 + random() * 16) * 100) / mmPerPixel ** 2;
  const radius = Math.sqrt(pixels / Math.PI);
  let [cx, cy] = [0, 0];
  for (let tries = 0; tries < 200; tries++) {
    cx = Math.floor(random() * side);
    cy = Math.floor(random() * side);
    const beside = Math.abs(cx - midline.idealAt(cy));
    if ((depth.data[cy * side + cx] ?? 0) > 0.7 * radius + 4 && beside > 0.8 * radius + 3) break;
  }
  const drop = (8 + random() * 12) / 120;
  const wobble = random() * 6.28;
  const plane = greyPlane(side, side);
  for (let i = 0; i < plane.data.length; i++) {
    const [dx, dy] = [(i % side) - cx, Math.floor(i / side) - cy];
    const angle = Math.atan2(dy, dx);
    const edge = radius * (1 + 0.2 * Math.sin(2 * angle + wobble) + 0.1 * Math.sin(5 * angle));
    plane.data[i] = Math.hypot(dx, dy) < edge ? 1 : 0;
  }
  return { plane, drop };
}

/** What the engine names, and what symmetry alone would. */
async function hypodenseIn({ grey, inside }: Slice, midline: Midline): Promise<readonly [Mask, Mask]> {
  const hu = densityOf(grey, inside, 'relative');
  const ventricles = findCsf(hu, inside, midline).central;
  const chance = await hypodenseChance(grey, inside, infer);
  const sides = { intracranial: inside, midline };
  return [findHypodense(hu, { ...sides, ventricles, chance }).region, findHypodense(hu, sides).region];
}
