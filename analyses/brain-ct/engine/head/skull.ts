import { closing } from '@second-read/core/pixels/morphology/closing';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { opening } from '@second-read/core/pixels/morphology/opening';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type Box, type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { above } from '@second-read/core/pixels/regions/mask-logic';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';

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

const directions = 16;
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

/** In how many of 16 directions bone is met before the picture ends, 0 to 16; found at half size. */
function enclosure(bone: Mask): Mask {
  const half = halved(bone);
  const counts = mask(half.width, half.height);
  const box = boundsOf(half, 0);
  if (box === undefined) return mask(bone.width, bone.height);
  const field = fieldOf(half, box);
  for (let k = 0; k < directions; k++) {
    const angle = (2 * Math.PI * k) / directions;
    castRays(field, box, counts, stepsAlong(Math.cos(angle), Math.sin(angle), box));
  }
  return resizeNearest(counts, bone.width, bone.height);
}

/** Rows and columns of end marks round the bounds of all bone: they stop every ray. */
const fence = 2;

/** The bounds of all bone with a fence of 2s round them. */
function fieldOf(bone: Mask, box: Box): Uint8Array {
  const width = box.width + 2 * fence;
  const field = new Uint8Array(width * (box.height + 2 * fence)).fill(2);
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * bone.width + box.x;
    field.set(bone.data.subarray(from, from + box.width), (y + fence) * width + fence);
  }
  return field;
}

/** Half the size; a pixel is bone where any of its four was. */
function halved(bone: Mask): Mask {
  const out = mask(bone.width >> 1, bone.height >> 1);
  for (let y = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) {
      const i = 2 * y * bone.width + 2 * x;
      const any = (bone.data[i] ?? 0) + (bone.data[i + 1] ?? 0);
      const below = (bone.data[i + bone.width] ?? 0) + (bone.data[i + bone.width + 1] ?? 0);
      out.data[y * out.width + x] = any + below > 0 ? 1 : 0;
    }
  }
  return out;
}

/**
 * Adds 1 to every pixel that sees bone along `steps`. Only pixels within the bounds of all bone are looked
 * at: from beyond them it stands in less than half of the directions.
 */
function castRays(field: Uint8Array, box: Box, out: Mask, steps: Int32Array): void {
  const width = box.width + 2 * fence;
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = (y + fence) * width + x + fence;
      let k = 0;
      while (field[at + (steps[k] ?? 0)] === 0) k++;
      if (field[at + (steps[k] ?? 0)] !== 1) continue;
      const i = (box.y + y) * out.width + box.x + x;
      out.data[i] = (out.data[i] ?? 0) + 1;
    }
  }
}

/** How far in the field the pixels of a ray lie from its start, pixel by pixel, the start left out. */
function stepsAlong(dx: number, dy: number, box: Box): Int32Array {
  const steps = new Int32Array(box.width + box.height + 2 * fence);
  let [x, y] = [0.5, 0.5];
  for (let k = 0; k < steps.length; k++) {
    x += dx;
    y += dy;
    steps[k] = Math.floor(y) * (box.width + 2 * fence) + Math.floor(x);
  }
  return steps;
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
