import { type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { type Midline, movedAt } from '../midline/midline.ts';
import { blurred } from './blurred.ts';

/** Halfway from CSF to white matter, Hounsfield units. */
const csfBelow = 19;

/** Pixels of the smallest piece that counts: a horn's thin tip may stand apart from it. */
const minPiece = 8;

/** Cerebrospinal fluid on the canvas, by place. */
export interface CsfSpaces {
  /** Ventricles and central cisterns. */
  readonly central: Mask;
  /** Sulci, fissures and rim. */
  readonly sulcal: Mask;
  /** All CSF over the intracranial area. */
  readonly fraction: number;
  readonly centralFraction: number;
  /** CSF share of the outer band, right and left of the ideal midline (image sides, smaller and larger x). */
  readonly sulcalShare: { readonly smallerX: number; readonly largerX: number; readonly both: number };
  /** Widest extent of the frontal horns over the inner skull width; undefined where no frontal horns show. */
  readonly evansIndex?: number;
}

/** Finds CSF by density and sorts it by depth below the skull. */
export function findCsf(
  hu: GreyPlane,
  intracranial: Mask,
  midline: Midline,
  depth = distanceTransform(intracranial),
): CsfSpaces {
  const calm = blurred(hu, 1);
  const csf = mask(hu.width, hu.height);
  for (let i = 0; i < csf.data.length; i++) {
    const inside = intracranial.data[i] !== 0 && (depth.data[i] ?? 0) > 1.5;
    csf.data[i] = inside && (calm.data[i] ?? 0) < csfBelow ? 1 : 0;
  }
  const central = centralCsf(csf, depth, midline);
  const sulcal = mask(hu.width, hu.height);
  for (let i = 0; i < csf.data.length; i++)
    sulcal.data[i] = csf.data[i] !== 0 && central.data[i] === 0 ? 1 : 0;
  const whole = Math.max(1, area(intracranial));
  const evansIndex = evans(central, intracranial, midline);
  return {
    central,
    sulcal,
    fraction: area(csf) / whole,
    centralFraction: area(central) / whole,
    sulcalShare: bandShare(sulcal, depth, midline),
    ...(evansIndex === undefined ? {} : { evansIndex }),
  };
}

/** Components that lie deep and near the midline; what of them reaches into the outer band is cut off. */
function centralCsf(csf: Mask, depth: GreyPlane, midline: Midline): Mask {
  const deep = mask(csf.width, csf.height);
  const deepest = 0.11 * midline.innerWidth;
  for (let i = 0; i < deep.data.length; i++) {
    deep.data[i] = csf.data[i] !== 0 && (depth.data[i] ?? 0) > deepest ? 1 : 0;
  }
  return keepComponents(connectedComponents(deep), ({ area: size, centroid, box }) => {
    const ideal = midline.idealAt(centroid.y);
    const beside = Math.abs(centroid.x - ideal) / midline.innerWidth;
    const nearest = Math.max(0, box.x - ideal, ideal - (box.x + box.width)) / midline.innerWidth;
    return size >= minPiece && beside < 0.3 && nearest < 0.2;
  });
}

/** Share of CSF in the band under the skull, per side. */
function bandShare(sulcal: Mask, depth: GreyPlane, midline: Midline): CsfSpaces['sulcalShare'] {
  const [near, far] = [2, 0.14 * midline.innerWidth];
  const [smaller, larger] = [
    { csf: 0, all: 0 },
    { csf: 0, all: 0 },
  ];
  for (let y = 0; y < sulcal.height; y++) {
    const ideal = midline.idealAt(y);
    for (let x = 0; x < sulcal.width; x++) {
      const i = y * sulcal.width + x;
      const below = depth.data[i] ?? 0;
      if (below <= near || below > far) continue;
      const side = x < ideal ? smaller : larger;
      side.all++;
      if (sulcal.data[i] !== 0) side.csf++;
    }
  }
  const share = ({ csf, all }: { csf: number; all: number }) => csf / Math.max(1, all);
  const both = { csf: smaller.csf + larger.csf, all: smaller.all + larger.all };
  return { smallerX: share(smaller), largerX: share(larger), both: share(both) };
}

/** Least pixels of a horn, and least reach beside the brain's midline, share of the inner width. */
const minHorn = { pixels: 15, reach: 0.05 } as const;
/**
 * The lesser horn reaches at least this part of the other's way: else it was missed, or the ventricle is
 * pushed away.
 */
const minHornRatio = 0.4;

/**
 * Evans' index (Evans 1942): the widest distance between the outer walls of the frontal horns over the inner
 * skull width. The horns are the front part of the central CSF: ahead of the head's middle, on both sides of
 * the brain's midline. Undefined unless both are found.
 */
function evans(central: Mask, intracranial: Mask, midline: Midline): number | undefined {
  const [smaller, larger] = hornsOf(central, intracranial, midline);
  const [less, more] = [Math.min(smaller.reach, larger.reach), Math.max(smaller.reach, larger.reach)];
  const areHorns =
    Math.min(smaller.pixels, larger.pixels) >= minHorn.pixels &&
    less >= minHorn.reach * midline.innerWidth &&
    less >= minHornRatio * more;
  return areHorns ? (smaller.reach + larger.reach + 1) / midline.innerWidth : undefined;
}

interface Horn {
  pixels: number;
  /** Farthest from the brain's midline, pixels. */
  reach: number;
}

function hornsOf(central: Mask, intracranial: Mask, midline: Midline): readonly [Horn, Horn] {
  const rows = filledRows(intracranial);
  const [first, last] = [rows[0] ?? 0, rows[rows.length - 1] ?? 0];
  const [from, to] = [first + 0.18 * (last - first), first + 0.5 * (last - first)];
  const [smaller, larger] = [
    { pixels: 0, reach: 0 },
    { pixels: 0, reach: 0 },
  ];
  for (let y = Math.ceil(from); y <= to; y++) {
    const middle = movedAt(midline, y);
    for (let x = 0; x < central.width; x++) {
      if (central.data[y * central.width + x] === 0) continue;
      if (Math.abs(x - midline.idealAt(y)) > 0.34 * midline.innerWidth) continue;
      const horn = x < middle ? smaller : larger;
      horn.pixels++;
      horn.reach = Math.max(horn.reach, Math.abs(x - middle));
    }
  }
  return [smaller, larger];
}

function filledRows(inside: Mask): number[] {
  const rows: number[] = [];
  for (let y = 0; y < inside.height; y++) {
    if (
      inside.data.indexOf(1, y * inside.width) < (y + 1) * inside.width &&
      inside.data.indexOf(1, y * inside.width) >= 0
    )
      rows.push(y);
  }
  return rows;
}
