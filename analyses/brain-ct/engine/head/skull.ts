import { closing } from '@second-read/core/pixels/morphology/closing';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { opening } from '@second-read/core/pixels/morphology/opening';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { above } from '@second-read/core/pixels/regions/mask-logic';
import { directions, enclosure } from './enclosure.ts';

/** The skull and what lies inside it, on the canvas. */
export interface Skull {
  readonly bone: Mask;
  /** Brain, CSF and anything else inside the skull; empty where nothing is enclosed. */
  readonly intracranial: Mask;
  /** Share of the intracranial region's surroundings that are bone, 0 to 1: below 0.75 the ring is open. */
  readonly closure: number;
}

/** Bone is white in every brain window. */
const boneFrom = 0.93;

/** Tissue inside the skull; darker is CSF or air, added back by filling. */
const tissueFrom = 0.15;

/**
 * A place lies inside the skull when bone stands in at least this many of 16 directions: a gap of a
 * craniectomy is allowed.
 */
const enclosedBy = 13;

/** Finds bone and the intracranial region; works without a full ring. */
export function findSkull(grey: GreyPlane): Skull {
  const bone = above(grey, boneFrom);
  const enclosed = enclosure(closing(bone, disc(1)));
  const candidate = mask(grey.width, grey.height);
  for (let i = 0; i < candidate.data.length; i++) {
    const inside =
      (enclosed.data[i] ?? 0) >= enclosedBy && bone.data[i] === 0 && (grey.data[i] ?? 0) > tissueFrom;
    candidate.data[i] = inside ? 1 : 0;
  }
  const components = connectedComponents(opening(candidate, disc(2)), 4);
  const largest = Math.max(0, ...components.components.map((component) => component.area));
  const kept = keepComponents(
    components,
    ({ area }) => area >= Math.max(0.2 * largest, 0.01 * grey.data.length),
  );
  const intracranial = withoutEdgeBone(fillHoles(closing(kept, disc(5))), bone);
  return { bone, intracranial, closure: closureOf(intracranial, enclosed) };
}

/** Closing may reach into the skull: bone that touches the rim is taken off, calcifications inside stay. */
function withoutEdgeBone(region: Mask, bone: Mask): Mask {
  const out = mask(region.width, region.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = region.data[i] !== 0 && bone.data[i] === 0 ? 1 : 0;
  return fillHoles(out);
}

function closureOf(region: Mask, enclosed: Mask): number {
  let [count, sum] = [0, 0];
  for (let i = 0; i < region.data.length; i++) {
    if (region.data[i] === 0) continue;
    count++;
    sum += enclosed.data[i] ?? 0;
  }
  return count === 0 ? 0 : sum / (count * directions);
}
