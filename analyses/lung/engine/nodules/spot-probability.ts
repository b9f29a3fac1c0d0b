import type { EngineContext } from '@second-read/core/analysis/engine';
import { resizeBilinear } from '@second-read/core/pixels/sampling/resize-bilinear';
import type { Spot } from './spots.ts';

/** Side of the network's input, pixels. */
const side = 96;

/**
 * 0 to 1 for each spot: whether it is a nodule or a mass. A vessel, a rib end or a fold of the wall is none.
 */
export async function spotProbabilities(
  spots: readonly Spot[],
  context: Pick<EngineContext, 'infer'>,
): Promise<number[]> {
  if (spots.length === 0) return [];
  const patches = new Float32Array(spots.length * side * side);
  const facts = new Float32Array(spots.length * 4);
  spots.forEach((spot, n) => {
    patches.set(resizeBilinear(spot.patch, side, side).data, n * side * side);
    facts.set(factsOf(spot), n * 4);
  });
  const outputs = await context.infer('lung/spot', {
    patch: { data: patches, dims: [spots.length, 1, side, side] },
    facts: { data: facts, dims: [spots.length, 4] },
  });
  const found = outputs.probability?.data;
  if (found?.length !== spots.length) throw new Error('lung/spot: unexpected network output');
  return Array.from(found);
}

/** Highest and mean share of readers, logarithm of the area in the searched plane, step. */
export const factsOf = ({ peak, mean, areaPx, step }: Spot): readonly [number, number, number, number] => [
  peak,
  mean,
  Math.log(areaPx / step ** 2),
  step,
];
