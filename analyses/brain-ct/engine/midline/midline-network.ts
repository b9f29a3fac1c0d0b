import type { EngineContext } from '@second-read/core/analysis/engine';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { sampleBilinear } from '@second-read/core/pixels/sampling/warp-affine';
import type { InnerSkull } from '../head/inner-skull.ts';
import { brainHu } from '../window/density.ts';

/** By how much the brain's midline has moved, as the network sees it. */
export interface Movement {
  /** In row y of the canvas, as a share of the inner width, positive towards larger x. */
  readonly at: (y: number) => number;
  /** Expected error in row y, of the inner width. */
  readonly spreadAt: (y: number) => number;
}

/**
 * The crop: bands from front to back, and its size; `training/brain_ct/midline/midline_samples.py` makes it
 * the same way.
 */
const bands = 32;
const tall = 128;
const wide = 96;
/** How much of the inner width the crop spans, and the densities at its black and white. */
const span = 1.1;
const maxHu = 70;

/** Asks the network; a mirrored head moves the other way by as much, to the last bit. */
export async function readMovement(
  hu: GreyPlane,
  seen: { readonly intracranial: Mask; readonly skull: InnerSkull },
  infer: EngineContext['infer'],
): Promise<Movement> {
  const crop = { data: cropOf(hu, seen.intracranial, seen.skull), dims: [1, 2, tall, wide] };
  const { moved, spread } = await infer('brain-ct/midline', { crop });
  if (moved?.data.length !== bands || spread?.data.length !== bands) {
    throw new Error('brain-ct: unexpected midline');
  }
  const { first, last } = seen.skull;
  const bandAt = (y: number) => ((y - first + 0.5) * bands) / (last - first + 1) - 0.5;
  return {
    at: (y) => between(moved.data, bandAt(y)),
    spreadAt: (y) => Math.exp(between(spread.data, bandAt(y))),
  };
}

/** Densities and the region inside the skull, both -1 to 1, as wide as the skull and about its middle. */
function cropOf(hu: GreyPlane, intracranial: Mask, skull: InnerSkull): Float32Array {
  const [tissue, region] = [greyPlane(hu.width, hu.height), greyPlane(hu.width, hu.height)];
  for (let i = 0; i < tissue.data.length; i++) {
    const isInside = intracranial.data[i] !== 0;
    tissue.data[i] = isInside ? Math.min(Math.max(hu.data[i] ?? 0, 0), maxHu) : brainHu;
    region.data[i] = isInside ? 1 : 0;
  }
  const calm = gaussianBlur(tissue, 1);
  const out = new Float32Array(2 * tall * wide);
  for (let row = 0; row < tall; row++) {
    const y = skull.first + ((row + 0.5) / tall) * (skull.last - skull.first + 1) - 0.5;
    for (let column = 0; column < wide; column++) {
      const x = skull.middleAt(y) + ((column + 0.5) / wide - 0.5) * span * skull.width;
      const i = row * wide + column;
      out[i] = 2 * (sampleBilinear(calm, x, y, brainHu) / maxHu) - 1;
      out[tall * wide + i] = 2 * sampleBilinear(region, x, y) - 1;
    }
  }
  return out;
}

function between(values: Float32Array, place: number): number {
  const held = Math.min(Math.max(place, 0), values.length - 1);
  const low = Math.floor(held);
  const high = Math.min(low + 1, values.length - 1);
  return (values[low] ?? 0) + ((values[high] ?? 0) - (values[low] ?? 0)) * (held - low);
}
