/** Slices changed by known amounts: the brain pushed sideways, the ventricles widened; the skull stays. */
import { findCsf } from '../../../analyses/brain-ct/engine/measure/ventricles.ts';
import { findMidline, type Midline } from '../../../analyses/brain-ct/engine/midline/midline.ts';
import { densityOf } from '../../../analyses/brain-ct/engine/window/density.ts';
import { type GreyPlane, greyPlane } from '../../../core/src/pixels/plane.ts';
import { sampleBilinear } from '../../../core/src/pixels/sampling/warp-affine.ts';
import { mmPerPixel, type Slice, side } from './geometry-slices.ts';

/** Shifts as shares of the inner width, positive toward larger x, and the push in millimeters. */
export interface ShiftPair {
  readonly truth: number;
  readonly millimetres: number;
  readonly found: number;
}

/** The slice drawn anew: place (x, y) shows what was at (x - displacement, y); the skull stays. */
function pushed(slice: Slice, displacement: (x: number, y: number) => number): GreyPlane {
  const grey = greyPlane(side, side);
  grey.data.set(slice.grey.data);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const i = y * side + x;
      if (slice.inside.data[i] !== 0) grey.data[i] = sampleBilinear(slice.grey, x - displacement(x, y), y);
    }
  }
  return grey;
}

/** 1 at the midline, falling to 0 at the inner skull of the row. */
function falloff(midline: Midline, x: number, y: number): number {
  const share = Math.abs(x - midline.idealAt(y)) / (0.5 * midline.innerWidth);
  return Math.max(0, 1 - share ** 2);
}

const midlineIn = (slice: Slice, grey: GreyPlane) =>
  findMidline(densityOf(grey, slice.inside, 'relative'), slice.inside, slice.infer);

/** The whole brain pushed to one side, most at the midline. */
export async function measureShift(slice: Slice, midline: Midline, random: () => number): Promise<ShiftPair> {
  const millimetres = random() * 15 * (random() < 0.5 ? -1 : 1);
  const [centre, spread] = [128 + (random() - 0.5) * 40, 45 + random() * 35];
  const peak = millimetres / mmPerPixel;
  const grey = pushed(
    slice,
    (x, y) => peak * Math.exp(-((y - centre) ** 2) / (2 * spread ** 2)) * falloff(midline, x, y),
  );
  const found = await midlineIn(slice, grey);
  return { truth: peak / midline.innerWidth, millimetres, found: found?.shift ?? 0 };
}

/**
 * As a crescent or a mass beside the skull pushes: most at that side, nothing at the other, over a part of
 * the head's length. Not among the fields that the network is trained with.
 */
export async function measureOneSided(
  slice: Slice,
  midline: Midline,
  random: () => number,
): Promise<ShiftPair> {
  const millimetres = random() * 15 * (random() < 0.5 ? -1 : 1);
  const [centre, reach] = [128 + (random() - 0.5) * 50, 70 + random() * 60];
  const peak = millimetres / mmPerPixel;
  const half = midline.innerWidth / 2;
  const grey = pushed(slice, (x, y) => {
    const along = Math.abs(y - centre) < reach ? Math.cos((Math.PI * (y - centre)) / (2 * reach)) ** 2 : 0;
    const across = (Math.sign(peak) * (x - midline.idealAt(y))) / half;
    return peak * along * Math.max(0, Math.min(1 - across, 6 * (1 + across)));
  });
  const found = await midlineIn(slice, grey);
  // The midline's own content comes to lie where x - push(x) is the ideal: at peak / (1 + peak / half).
  const truth = peak / (1 + Math.abs(peak) / half) / midline.innerWidth;
  return { truth, millimetres, found: found?.shift ?? 0 };
}

export interface EvansPair {
  readonly truth: number;
  /** Undefined where the engine does not measure it. */
  readonly found: number | undefined;
}

/** The ventricles narrowed or widened, 0.75 to 1.75 times; undefined where no midline is found then. */
export async function measureEvans(
  slice: Slice,
  before: { readonly midline: Midline; readonly evansIndex: number },
  random: () => number,
): Promise<EvansPair | undefined> {
  const { midline, evansIndex } = before;
  const half = midline.innerWidth / 2;
  const { widened, inverse } = widening(0.75 + random() * 1.0, half);
  const grey = pushed(slice, (x, y) => {
    const beside = x - midline.idealAt(y);
    return Math.abs(beside) >= half ? 0 : beside - Math.sign(beside) * inverse(Math.abs(beside));
  });
  const found = await midlineIn(slice, grey);
  if (found === undefined) return undefined;
  const measured = findCsf(densityOf(grey, slice.inside, 'relative'), slice.inside, found).evansIndex;
  const truth = (2 * widened((evansIndex * midline.innerWidth) / 2)) / midline.innerWidth;
  return { truth, found: measured };
}

/** Monotone in the distance from the midline: multiplies near it, the identity at the skull. */
function widening(factor: number, half: number) {
  const widened = (u: number) => u * (1 + (factor - 1) * (1 - Math.min(1, u / half) ** 2));
  const inverse = (v: number) => {
    let [low, high] = [0, half];
    for (let step = 0; step < 30; step++) {
      const middle = (low + high) / 2;
      if (widened(middle) < v) low = middle;
      else high = middle;
    }
    return low;
  };
  return { widened, inverse };
}
