/**
 * Measures the geometry of the engine against known changes of real slices, for which no labels exist:
 * `npx tsx training/brain-ct/engine/measure.ts CACHE DATASET CHECKPOINTS [SEEDS] [OUT]`, with the midline
 * network that never saw the patient. Shifts: the brain is pushed sideways by a smooth field that leaves the
 * skull alone, all of it alike, and again from one side. Ventricles: widened likewise. Hypodense areas: real
 * texture lowered by 8-20 HU over 4 cm² and more, on slices of fold 0, from which the network of hypodense
 * areas has not learnt. CHECKPOINTS `shipped`: with the shipped midline network, hypodense areas alone.
 */
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { findHypodense } from '../../../analyses/brain-ct/engine/measure/hypodense.ts';
import { hypodenseChance } from '../../../analyses/brain-ct/engine/measure/hypodense-network.ts';
import { findCsf } from '../../../analyses/brain-ct/engine/measure/ventricles.ts';
import { findMidline, type Midline } from '../../../analyses/brain-ct/engine/midline/midline.ts';
import { densityOf } from '../../../analyses/brain-ct/engine/window/density.ts';
import { infer } from '../../../analyses/study.test-support.ts';
import type { Infer } from '../../../core/src/analysis/engine.ts';
import { gaussianBlur } from '../../../core/src/pixels/filters/gaussian-blur.ts';
import { type GreyPlane, greyPlane, type Mask, mask } from '../../../core/src/pixels/plane.ts';
import { distanceTransform } from '../../../core/src/pixels/regions/distance-transform.ts';
import { area } from '../../../core/src/pixels/regions/mask-logic.ts';
import { sampleBilinear } from '../../../core/src/pixels/sampling/warp-affine.ts';
import { foldInfer } from './fold-network.ts';

const side = 256;
/** A head 180 mm long fills 94 % of the canvas. */
const mmPerPixel = 180 / (0.94 * side);

const [cache = '', dataset = '', checkpoints = '', seeds = '1', out = ''] = process.argv.slice(2);
const isShipped = checkpoints === 'shipped';
const file = openSync(`${cache}/canvas.bin`, 'r');
const index = readFileSync(`${cache}/index.csv`, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split(','));
const labels = new Map(
  readFileSync(`${dataset}/labels.csv`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => [row.split(',')[0] ?? '', row.split(',')]),
);

interface Slice {
  readonly name: string;
  readonly bleeding: boolean;
  readonly position: number;
  readonly grey: GreyPlane;
  readonly inside: Mask;
  /** The midline network of the slice's fold. */
  readonly infer: Infer;
  readonly fold: string;
}

function readSlice(row: number): Slice {
  const bytes = new Uint8Array(2 * side * side);
  readSync(file, bytes, 0, bytes.length, row * bytes.length);
  const [grey, inside] = [greyPlane(side, side), mask(side, side)];
  for (let i = 0; i < side * side; i++) {
    grey.data[i] = (bytes[i] ?? 0) / 255;
    inside.data[i] = bytes[side * side + i] === 1 ? 1 : 0;
  }
  const name = index[row]?.[1] ?? '';
  const label = labels.get(name) ?? [];
  return {
    name,
    bleeding: label[6] === '1',
    position: Number(label[2]) / (Number(label[3]) - 1),
    grey,
    inside,
    infer: isShipped ? infer : foldInfer(checkpoints, Number(label[15])),
    fold: (label[15] ?? '').trim(),
  };
}

/** Numbers in [0, 1), the same for the same seed. */
function generator(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
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

async function measureShift(slice: Slice, midline: Midline, random: () => number) {
  const millimetres = random() * 15 * (random() < 0.5 ? -1 : 1);
  const [centre, spread] = [128 + (random() - 0.5) * 40, 45 + random() * 35];
  const peak = millimetres / mmPerPixel;
  const grey = pushed(
    slice,
    (x, y) => peak * Math.exp(-((y - centre) ** 2) / (2 * spread ** 2)) * falloff(midline, x, y),
  );
  const found = await findMidline(densityOf(grey, slice.inside, 'relative'), slice.inside, slice.infer);
  return { truth: peak / midline.innerWidth, millimetres, found: found?.shift ?? 0 };
}

/**
 * As a crescent or a mass beside the skull pushes: most at that side, nothing at the other, over a part of
 * the head's length. Not among the fields that the network is trained with.
 */
async function measureOneSided(slice: Slice, midline: Midline, random: () => number) {
  const millimetres = random() * 15 * (random() < 0.5 ? -1 : 1);
  const [centre, reach] = [128 + (random() - 0.5) * 50, 70 + random() * 60];
  const peak = millimetres / mmPerPixel;
  const half = midline.innerWidth / 2;
  const grey = pushed(slice, (x, y) => {
    const along = Math.abs(y - centre) < reach ? Math.cos((Math.PI * (y - centre)) / (2 * reach)) ** 2 : 0;
    const across = (Math.sign(peak) * (x - midline.idealAt(y))) / half;
    return peak * along * Math.max(0, Math.min(1 - across, 6 * (1 + across)));
  });
  const found = await findMidline(densityOf(grey, slice.inside, 'relative'), slice.inside, slice.infer);
  // The midline's own content comes to lie where x - push(x) is the ideal: at peak / (1 + peak / half).
  const truth = peak / (1 + Math.abs(peak) / half) / midline.innerWidth;
  return { truth, millimetres, found: found?.shift ?? 0 };
}

async function measureEvans(slice: Slice, midline: Midline, index0: number, random: () => number) {
  const factor = 0.75 + random() * 1.0;
  const half = midline.innerWidth / 2;
  // Monotone in the distance from the midline: multiplies near it, the identity at the skull.
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
  const grey = pushed(slice, (x, y) => {
    const beside = x - midline.idealAt(y);
    return Math.abs(beside) >= half ? 0 : beside - Math.sign(beside) * inverse(Math.abs(beside));
  });
  const found = await findMidline(densityOf(grey, slice.inside, 'relative'), slice.inside, slice.infer);
  if (found === undefined) return undefined;
  const measured = findCsf(densityOf(grey, slice.inside, 'relative'), slice.inside, found).evansIndex;
  const truth = (2 * widened((index0 * midline.innerWidth) / 2)) / midline.innerWidth;
  return { truth, found: measured };
}

async function measureHypodense(slice: Slice, midline: Midline, random: () => number) {
  const depth = distanceTransform(slice.inside);
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
  const shape = greyPlane(side, side);
  for (let i = 0; i < shape.data.length; i++) {
    const [dx, dy] = [(i % side) - cx, Math.floor(i / side) - cy];
    const angle = Math.atan2(dy, dx);
    const edge = radius * (1 + 0.2 * Math.sin(2 * angle + wobble) + 0.1 * Math.sin(5 * angle));
    shape.data[i] = Math.hypot(dx, dy) < edge ? 1 : 0;
  }
  const soft = gaussianBlur(shape, 2);
  const grey = greyPlane(side, side);
  for (let i = 0; i < grey.data.length; i++) {
    grey.data[i] = Math.max(
      0,
      (slice.grey.data[i] ?? 0) - (slice.inside.data[i] !== 0 ? drop * (soft.data[i] ?? 0) : 0),
    );
  }
  const hu = densityOf(grey, slice.inside, 'relative');
  const found = await findMidline(hu, slice.inside, slice.infer);
  if (found === undefined) return { engine: false, symmetry: false };
  const [engine, symmetry] = await hypodenseIn({ ...slice, grey }, found);
  const whole = area({ ...engine, data: Uint8Array.from(shape.data) });
  const covers = (region: Mask) =>
    region.data.reduce((sum, value, i) => sum + (value !== 0 && (shape.data[i] ?? 0) > 0 ? 1 : 0), 0);
  return { engine: covers(engine) > 0.15 * whole, symmetry: covers(symmetry) > 0.15 * whole };
}

/** What the engine names, and what symmetry alone would. */
async function hypodenseIn({ grey, inside }: Slice, midline: Midline): Promise<readonly [Mask, Mask]> {
  const hu = densityOf(grey, inside, 'relative');
  const ventricles = findCsf(hu, inside, midline).central;
  const chance = await hypodenseChance(grey, inside, infer);
  const sides = { intracranial: inside, midline };
  return [findHypodense(hu, { ...sides, ventricles, chance }).region, findHypodense(hu, sides).region];
}

function auc(scores: readonly number[], truths: readonly boolean[]): number {
  let [right, pairs] = [0, 0];
  scores.forEach((a, i) => {
    if (!truths[i]) return;
    scores.forEach((b, j) => {
      if (truths[j]) return;
      pairs++;
      right += a > b ? 1 : a === b ? 0.5 : 0;
    });
  });
  return right / Math.max(1, pairs);
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

const shifts: { truth: number; millimetres: number; found: number }[] = [];
const oneSided: typeof shifts = [];
const resting: number[] = [];
const evans: { truth: number; found: number | undefined }[] = [];
const hits: Awaited<ReturnType<typeof measureHypodense>>[] = [];
const quiet: typeof hits = [];
const sulcal: number[] = [];
const central: number[] = [];
let usedSlices = 0;
for (let row = 0; row < index.length; row += Number(process.env.STRIDE ?? 3)) {
  const slice = readSlice(row);
  if (slice.bleeding || slice.position < 0.35 || area(slice.inside) < 0.3 * side * side) continue;
  const hu = densityOf(slice.grey, slice.inside, 'relative');
  const midline = await findMidline(hu, slice.inside, slice.infer);
  if (midline === undefined) continue;
  const csf = findCsf(hu, slice.inside, midline);
  if (slice.fold === '0') {
    const [engine, symmetry] = await hypodenseIn(slice, midline);
    quiet.push({ engine: area(engine) === 0, symmetry: area(symmetry) === 0 });
  }
  sulcal.push(csf.sulcalShare.both);
  const showsVentricles =
    area(slice.inside) > 0.36 * side * side &&
    csf.centralFraction > 0.008 &&
    csf.centralFraction < 0.1 &&
    slice.position > 0.42 &&
    slice.position < 0.75;
  if (!showsVentricles) continue;
  central.push(csf.centralFraction);
  resting.push(midline.shift);
  usedSlices++;
  for (let seed = 1; seed <= Number(seeds); seed++) {
    const random = generator(seed * 1000 + row);
    if (slice.fold === '0') hits.push(await measureHypodense(slice, midline, random));
    if (isShipped) continue;
    shifts.push(await measureShift(slice, midline, random));
    if (csf.evansIndex !== undefined) {
      const result = await measureEvans(slice, midline, csf.evansIndex, random);
      if (result !== undefined) evans.push(result);
    }
    oneSided.push(await measureOneSided(slice, midline, generator(seed * 1000 + row + 500_000)));
  }
}
const measuredEvans = evans.flatMap(({ truth, found }) =>
  found === undefined ? [] : [Math.abs(found - truth)],
);
const result = {
  slices: usedSlices,
  seeds: Number(seeds),
  midline_shift: {
    mean_error_of_inner_width: mean(shifts.map(({ truth, found }) => Math.abs(truth - found))),
    auc_above_5_mm: auc(
      shifts.map(({ found }) => Math.abs(found)),
      shifts.map(({ millimetres }) => Math.abs(millimetres) > 5),
    ),
    mean_error_pushed_from_one_side: mean(oneSided.map(({ truth, found }) => Math.abs(truth - found))),
    unmoved_mean: mean(resting.map(Math.abs)),
    unmoved_95th_percentile: quantile(resting.map(Math.abs), 0.95),
    right_side_above_5_mm: mean(
      shifts
        .filter((s) => Math.abs(s.millimetres) > 5)
        .map((s) => (Math.sign(s.found) === Math.sign(s.truth) ? 1 : 0)),
    ),
  },
  evans_index: {
    mean_error: mean(measuredEvans),
    measured: measuredEvans.length / Math.max(1, evans.length),
    of: evans.length,
  },
  hypodense: {
    sensitivity: mean(hits.map(({ engine }) => Number(engine))),
    specificity: mean(quiet.map(({ engine }) => Number(engine))),
    symmetry_alone: {
      sensitivity: mean(hits.map(({ symmetry }) => Number(symmetry))),
      specificity: mean(quiet.map(({ symmetry }) => Number(symmetry))),
    },
    of: hits.length,
    untouched: quiet.length,
  },
  percentiles: {
    sulcal_share: [0.05, 0.25, 0.5, 0.75, 0.95].map((share) => quantile(sulcal, share)),
    central_share: [0.05, 0.25, 0.5, 0.75, 0.95].map((share) => quantile(central, share)),
  },
};
closeSync(file);
console.log(
  JSON.stringify(
    result,
    (_, value) => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value),
    1,
  ),
);
if (out !== '') writeFileSync(out, `${JSON.stringify(result, null, 2)}\n`);
