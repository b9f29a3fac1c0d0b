import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { erode } from '@second-read/core/pixels/morphology/erode';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { area, difference, union } from '@second-read/core/pixels/regions/mask-logic';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import type { Skull } from '../head/skull.ts';
import { brainOf } from './density.ts';

const insideShares = [0.003, 0.008, 0.015, 0.03, 0.06, 0.12, 0.25, 0.5, 0.75, 0.88, 0.94, 0.97, 0.985, 0.995];
const middleHalf = [0.25, 0.75];
const sharpShares = [0.01, 0.05, 0.25, 0.75, 0.95, 0.99];
const scalpShares = [0.2, 0.4, 0.55, 0.7, 0.8, 0.9, 0.95];
const boneShares = [0.05, 0.15, 0.3, 0.5, 0.8];

/** How thick the scalp is taken to be, canvas pixels. */
const scalp = disc(6);
const rim = disc(3);
/** Half the span of grey that counts as brain, by how far brain's middle half spreads. */
const spanPerSpread = 1.2;
const [minSpan, maxSpan] = [0.02, 0.3];
const black = 0.01;
const white = 0.985;

/** What a canvas in an unknown window tells of it. */
export interface WindowFacts {
  /** Brain's own grey. */
  readonly brain: number;
  /** What the window's network reads: greys of the inside, the scalp and bone, about brain's own. */
  readonly facts: Float32Array;
}

/** Undefined where the skull encloses too little to tell anything. */
export function windowFacts(grey: GreyPlane, skull: Skull): WindowFacts | undefined {
  if (area(skull.intracranial) < 800) return undefined;
  const inner = erode(skull.intracranial, rim);
  const calm = gaussianBlur(grey, 1.2);
  const within = percentiles(calm, insideShares, inner);
  const [low = 0, high = 0] = middleHalf.map((share) => within[insideShares.indexOf(share)] ?? 0);
  const span = Math.min(Math.max(spanPerSpread * (high - low), minSpan), maxSpan);
  const brain = brainOf(grey, skull.intracranial, span);
  const head = fillHoles(union(skull.bone, skull.intracranial));
  const around = difference(dilate(head, scalp), head);
  const fromBrain = (value: number) => (Number.isFinite(value) ? value - brain : 0);
  const about = (plane: GreyPlane, shares: readonly number[], mask: Mask) =>
    percentiles(plane, shares, mask).map(fromBrain);
  return {
    brain,
    facts: Float32Array.from([
      brain,
      ...within.map(fromBrain),
      ...about(grey, sharpShares, inner),
      ...about(grey, scalpShares, around),
      ...about(grey, boneShares, skull.bone),
      shareIn(grey, skull.bone, atLeast(white)),
      shareIn(grey, around, atMost(black)),
      shareIn(grey, inner, atMost(black)),
      shareIn(grey, inner, atLeast(white)),
    ]),
  };
}

type Bounds = readonly [from: number, to: number];
const atLeast = (value: number): Bounds => [value, Number.POSITIVE_INFINITY];
const atMost = (value: number): Bounds => [Number.NEGATIVE_INFINITY, value];

/** Of a mask's pixels, those with a gray within the bounds, both included. */
function shareIn({ data }: GreyPlane, mask: Mask, [from, to]: Bounds): number {
  let [all, held] = [0, 0];
  for (let i = 0; i < data.length; i++) {
    if (mask.data[i] === 0) continue;
    all++;
    const value = data[i] ?? 0;
    if (value >= from && value <= to) held++;
  }
  return held / Math.max(1, all);
}
