import type { Study } from '../decode/study.ts';
import type { GreyPlane } from '../pixels/plane.ts';
import type { SeenSlice } from './exam-slice.ts';
import { numberOf } from './facts.ts';

/** Noise in soft tissue, HU, and how much of it neighboring pixels share: 1 all, 0 none. */
interface Noise {
  readonly noiseHu: number;
  readonly noiseGrain: number;
}

/** Side of a block of tissue, pixels. */
const side = 9;
const middle = (side - 1) / 2;
/** Mean of such a block, HU: brain, muscle and water, neither fat nor bone. */
const tissue = { from: -20, to: 90 };
/** Edges of structures are no noise: that is measured in the quieter blocks. */
const quietShare = 0.4;
const fewestBlocks = 30;

/** Undefined without Hounsfield units, and where a slice shows too little tissue. */
export function noiseOf({ quantity, grey }: Pick<Study, 'quantity' | 'grey'>): Noise | undefined {
  if (quantity !== 'hounsfield') return undefined;
  const blocks: Noise[] = [];
  for (let y = 0; y + side <= grey.height; y += side)
    for (let x = 0; x + side <= grey.width; x += side) blocks.push(...blockNoise(grey, x, y));
  if (blocks.length < fewestBlocks) return undefined;
  const quiet = blocks
    .toSorted((a, b) => a.noiseHu - b.noiseHu)
    .slice(0, Math.ceil(quietShare * blocks.length));
  return {
    noiseHu: median(quiet.map(({ noiseHu }) => noiseHu)),
    noiseGrain: median(quiet.map(({ noiseGrain }) => noiseGrain)),
  };
}

/** What a plane through the values of a block leaves of them; none of one that is no tissue, or even. */
function blockNoise({ width, data }: GreyPlane, left: number, top: number): Noise[] {
  const values = Array.from(
    { length: side * side },
    (_, i) => data[(top + Math.floor(i / side)) * width + left + (i % side)] ?? 0,
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (mean < tissue.from || mean > tissue.to) return [];
  const across = (i: number) => (i % side) - middle;
  const down = (i: number) => Math.floor(i / side) - middle;
  const spread = values.reduce((sum, _, i) => sum + across(i) ** 2, 0);
  const slope = (along: (i: number) => number) =>
    values.reduce((sum, value, i) => sum + (value - mean) * along(i), 0) / spread;
  const [toRight, toBottom] = [slope(across), slope(down)];
  const rest = values.map((value, i) => value - mean - toRight * across(i) - toBottom * down(i));
  return noiseIn(rest);
}

function noiseIn(rest: readonly number[]): Noise[] {
  let [own, shared, pairs] = [0, 0, 0];
  for (let i = 0; i < rest.length; i++) {
    const value = rest[i] ?? 0;
    own += value * value;
    if (i % side < side - 1) shared += value * (rest[i + 1] ?? 0);
    if (i + side < rest.length) shared += value * (rest[i + side] ?? 0);
    pairs += Number(i % side < side - 1) + Number(i + side < rest.length);
  }
  // A plane takes three of the values' freedoms.
  const variance = own / (rest.length - 3);
  return variance > 0 ? [{ noiseHu: Math.sqrt(variance), noiseGrain: shared / pairs / variance }] : [];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/**
 * Of 30 heads of three makers read with soft kernels, noise is 1 to 7 HU and neighbors share 0.53 to 0.71 of
 * it at half a millimeter; a bone kernel raises the one and takes away the other: FC30 at 0.41 mm has 32 HU
 * and 0.32, the same maker's FC68 at 0.37 mm 4 HU and 0.65.
 */
const sharpNoise = { fromHu: 12, grainBelow: 0.35 };
const softBelowHu = 8;
/** Larger pixels share less of their noise whatever the kernel. */
const largestPixelMm = 0.7;

/** The reconstruction of a head by its noise, where no name says it; undefined where that is neither. */
export function sharpnessByNoise(slices: readonly SeenSlice[]): 'soft' | 'sharp' | undefined {
  const measured = slices.flatMap(({ pixelMm, evidence: { facts } }) => {
    const [noiseHu, noiseGrain] = [numberOf(facts, 'noiseHu'), numberOf(facts, 'noiseGrain')];
    const isFine = pixelMm !== null && pixelMm.x <= largestPixelMm;
    return isFine && noiseHu !== null && noiseGrain !== null ? [{ noiseHu, noiseGrain }] : [];
  });
  if (measured.length === 0) return undefined;
  const noiseHu = median(measured.map((slice) => slice.noiseHu));
  const grain = median(measured.map((slice) => slice.noiseGrain));
  if (noiseHu >= sharpNoise.fromHu && grain < sharpNoise.grainBelow) return 'sharp';
  return noiseHu < softBelowHu && grain >= sharpNoise.grainBelow ? 'soft' : undefined;
}
