import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import {
  type Component,
  type Components,
  connectedComponents,
} from '@second-read/core/pixels/regions/connected-components';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { above, area, intersection, union } from '@second-read/core/pixels/regions/mask-logic';
import type { Air } from './air.ts';
import { bodySpan } from './body-span.ts';
import type { Levels } from './levels.ts';

/** The wall between an airway and the lung may be broken: these erosions, at 512 pixels, part them. */
const partingRadii = [2, 3, 5];
/** Trachea and bronchi, eroded, as shares of the picture. */
const minShare = 0.00015;
const maxShare = 0.005;
/** A disc fills 0.79 of its box. */
const minCompact = 0.55;
/** Where between the centres of both lungs the trachea lies, and where bronchi may lie. */
const middle = { min: 0.36, max: 0.64 };
const mediastinum = { min: 0.2, max: 0.8 };
/** A bronchus is this much darker than lung, of the way from lung to soft tissue: air at -1000 HU. */
const minDarker = 0.08;
/** Without two lungs: how far from the middle of the body, as a share of its width. */
const maxOffset = 0.06;
const lungOfLargest = 0.2;

/**
 * Trachea and main bronchi, also where they touch a lung: small dark regions between the lungs that are round
 * and in the middle, or darker than lung.
 */
export function findAirways(air: Air, plane: GreyPlane, levels: Levels): Mask {
  const { width, height } = plane;
  const scale = Math.max(width, height) / 512;
  const depth = distanceTransform(air.enclosed);
  return partingRadii
    .map((radius) => partedBy(air, { plane, levels, depth, radius: Math.max(1, Math.round(radius * scale)) }))
    .reduce(union);
}

interface Parting {
  readonly plane: GreyPlane;
  readonly levels: Levels;
  /** Of each enclosed pixel from the wall. */
  readonly depth: GreyPlane;
  readonly radius: number;
}

function partedBy(air: Air, { plane, levels, depth, radius }: Parting): Mask {
  const cores = connectedComponents(above(depth, radius), 4);
  const greys = meanGreys(cores, plane);
  const [first, second] = [...cores.components].sort((a, b) => b.area - a.area);
  const span = bodySpan(air);
  const hasTwoLungs = second !== undefined && second.area >= lungOfLargest * (first?.area ?? 0);
  const isAirway = (part: Component): boolean => {
    const share = part.area / plane.data.length;
    if (share < minShare || share > maxShare) return false;
    const round = part.area / (part.box.width * part.box.height) >= minCompact;
    if (first === undefined || second === undefined || !hasTwoLungs) {
      return round && Math.abs(part.centroid.x - span.centre) < maxOffset * span.width;
    }
    const place = shareBetween(part, first, second);
    if (round && place > middle.min && place < middle.max) return true;
    const darker = levels.lung - (greys[part.label] ?? levels.lung);
    const inside = place > mediastinum.min && place < mediastinum.max;
    return inside && darker > minDarker * (levels.soft - levels.lung);
  };
  const found = keepComponents(cores, isAirway);
  return area(found) === 0 ? found : intersection(dilate(found, disc(radius + 1)), air.enclosed);
}

/** By label of the component. */
function meanGreys({ labels, components }: Components, plane: GreyPlane): Float64Array {
  const sums = new Float64Array(components.length + 1);
  for (let i = 0; i < labels.data.length; i++) {
    const label = labels.data[i] ?? 0;
    sums[label] = (sums[label] ?? 0) + (plane.data[i] ?? 0);
  }
  for (const { label, area: size } of components) sums[label] = (sums[label] ?? 0) / size;
  return sums;
}

/** Where a part lies along the line between the centres of two others: 0 at the first, 1 at the second. */
export function shareBetween(part: Component, first: Component, second: Component): number {
  const dx = second.centroid.x - first.centroid.x;
  const dy = second.centroid.y - first.centroid.y;
  const along = (part.centroid.x - first.centroid.x) * dx + (part.centroid.y - first.centroid.y) * dy;
  return along / Math.max(dx * dx + dy * dy, 1);
}
