import { opening } from '@second-read/core/pixels/morphology/opening';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import {
  type Component,
  type Components,
  connectedComponents,
} from '@second-read/core/pixels/regions/connected-components';
import { above, area, difference, union } from '@second-read/core/pixels/regions/mask-logic';
import type { Air } from './air.ts';
import { shareBetween } from './airways.ts';
import { bodySpan } from './body-span.ts';

/** A lung part must have this share of the largest one: smaller dark regions are bowel gas or airways. */
const minShareOfLargest = 0.05;
/** Parts up to this share of the largest one may be airways. */
const airwayOfLargest = 0.2;

/** Share of its box that an airway fills at least, also when it lies aslant; slivers of lung fill less. */
const minCompact = 0.5;

/** Dark enclosed regions that are lung; airways and bowel gas are dropped. */
export function lungParts(air: Air, airways: Mask): Mask {
  const components = connectedComponents(difference(air.inside, airways), 4);
  const [first, second] = [...components.components].sort((a, b) => b.area - a.area);
  const largest = first?.area ?? 0;
  const span = bodySpan(air);
  return keepComponents(components, (part) => {
    if (part.area < minShareOfLargest * largest) return false;
    if (part.area >= airwayOfLargest * largest) return true;
    if (compactness(part) < minCompact) return true;
    if (second !== undefined && isBetween(part, first, second)) return false;
    const offset = Math.abs(part.centroid.x - span.centre) / Math.max(span.width, 1);
    return compactness(part) < 0.6 || offset >= 0.12;
  });
}

const compactness = (part: Component): number => part.area / (part.box.width * part.box.height);

/** Whether a part lies in the middle between the centres of two lungs, however the picture is turned. */
function isBetween(part: Component, first: Component | undefined, second: Component): boolean {
  if (first === undefined || second.area < airwayOfLargest * first.area) return false;
  const share = shareBetween(part, first, second);
  return share > 0.3 && share < 0.7;
}

/** From this probability on the network sees lung. */
const likely = 0.5;
/** A compact dark part of which the network sees less than this share as lung is an airway or bowel. */
const minSeen = 0.1;
/** What the network adds is at least twice this wide, at 512 pixels: less is the coarseness of its maps. */
const addedRadius = 4;
/**
 * Beyond the box around what the network sees as lung, dark parts lie on the table or under an arm: the box's
 * margin as a share of the picture, and the share of a part that must lie within.
 */
const chest = { margin: 0.05, minWithin: 0.3 };
/** With less lung than this share of the dark parts the network does not know such a picture. */
const minAgreement = 0.5;

/**
 * Dark parts and what the network sees as lung, joined: the dark parts have the sharper outline, the network
 * knows lung that is as bright as the wall. What it takes for lung in `noLung`, as in fat, is none.
 */
export function withSeenLung(parts: Mask, lung: GreyPlane, noLung?: Mask): Mask {
  const likelyLung = above(lung, likely);
  const seen = largeParts(noLung === undefined ? likelyLung : difference(likelyLung, noLung));
  if (area(seen) < minAgreement * area(parts)) return parts;
  const components = connectedComponents(parts, 4);
  const shares = sharesIn(components, seen);
  const near = sharesIn(components, aroundBox(seen));
  const isLung = (part: Component): boolean =>
    (near[part.label] ?? 0) >= chest.minWithin &&
    (compactness(part) < minCompact || (shares[part.label] ?? 0) >= minSeen);
  const kept = keepComponents(components, isLung);
  const radius = Math.max(1, Math.round((addedRadius * Math.max(parts.width, parts.height)) / 512));
  return union(kept, opening(difference(seen, parts), disc(radius)));
}

/** A speck beside the lungs is clothing or an arm. */
function largeParts(seen: Mask): Mask {
  const components = connectedComponents(seen, 4);
  const largest = components.components.reduce((most, part) => Math.max(most, part.area), 0);
  return keepComponents(components, (part) => part.area >= minShareOfLargest * largest);
}

/** The box around a region, widened by the margin of a chest. */
function aroundBox(region: Mask): Mask {
  const { width, height } = region;
  const margin = Math.round(chest.margin * Math.max(width, height));
  const box = boundsOf(region, margin);
  const out = mask(width, height);
  if (box === undefined) return out;
  for (let y = box.y; y < box.y + box.height; y++) {
    out.data.fill(1, y * width + box.x, y * width + box.x + box.width);
  }
  return out;
}

/** By label of the component: the share of its pixels that lie in `region`. */
function sharesIn({ labels, components }: Components, region: Mask): Float64Array {
  const shares = new Float64Array(components.length + 1);
  for (let i = 0; i < region.data.length; i++) {
    const label = labels.data[i] ?? 0;
    if (region.data[i] !== 0) shares[label] = (shares[label] ?? 0) + 1;
  }
  for (const { label, area: size } of components) shares[label] = (shares[label] ?? 0) / size;
  return shares;
}
