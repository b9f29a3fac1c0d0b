import type { SourceFacts } from '@second-read/core/decode/study';
import type { OtherView, Place } from '../../reading/schema.ts';
import { type BreastAxes, depthShare } from './breast-axes.ts';

/** The view, as the file names it, else by whether a muscle is seen. */
export interface View {
  /** How it is hung: lateral and medial, or upper and lower. */
  readonly name: 'CC' | 'MLO';
  readonly told: boolean;
  /** As the file names it where it is neither CC nor MLO. */
  readonly other?: OtherView;
}

/** Views that are hung as one of the standard ones (DICOM PS3.16 CID 4014). */
const hungAs: Readonly<Record<OtherView, View['name']>> = {
  XCCL: 'CC',
  XCCM: 'CC',
  FB: 'CC',
  ML: 'MLO',
  LM: 'MLO',
  LMO: 'MLO',
  SIO: 'MLO',
};

export function viewOf({ view }: Pick<SourceFacts, 'view'>, showsMuscle: boolean): View {
  const told = view?.toUpperCase();
  if (told === 'CC' || told === 'MLO') return { name: told, told: true };
  if (isOther(told)) return { name: hungAs[told], told: true, other: told };
  return { name: showsMuscle ? 'MLO' : 'CC', told: false };
}

function isOther(view: string | undefined): view is OtherView {
  return view !== undefined && view in hungAs;
}

/** From the upper border of the picture: a CC is hung with its lateral side up. */
const levels = { CC: ['lateral', 'central', 'medial'], MLO: ['upper', 'central', 'lower'] } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Central is what lies behind the nipple, within this share of the breast's height to either side of the
 * posterior nipple line. The lexicon leaves its width open; the mass of the sample CDD-CESM P276, 11 % away,
 * is called central.
 */
const behindNipple = 1 / 8;

/**
 * Side of the posterior nipple line, from the nipple at right angles to the chest wall, and third of the way
 * from chest wall to nipple (ACR BI-RADS 5th edition, location and depth). No clock face: that needs both
 * views.
 */
export function placeOf(axes: BreastAxes, at: Point, { name }: View): Place {
  const level = levels[name][sideOfNippleLine(axes, at)];
  const depth = depthShare(axes, at);
  if (depth < 0 && axes.muscleEnds !== null) return { level, depth: 'over_muscle' };
  return { level, depth: (['posterior', 'middle', 'anterior'] as const)[third(depth)] };
}

/** 0 above the line, 2 below it. */
function sideOfNippleLine({ wall: { slope }, nipple, rows }: BreastAxes, at: Point): 0 | 1 | 2 {
  const along = (at.y - nipple.y + slope * (at.x - nipple.x)) / Math.hypot(1, slope);
  const share = along / Math.max(1, rows.last - rows.first);
  return share < -behindNipple ? 0 : share > behindNipple ? 2 : 1;
}

function third(share: number): 0 | 1 | 2 {
  return share < 1 / 3 ? 0 : share < 2 / 3 ? 1 : 2;
}

/**
 * The nipple in profile ends the breast: what is centred on it, within this many radii, is the nipple and no
 * mass.
 */
const nippleReach = 1.25;
const nippleDepthFrom = 0.85;

export function isNipple(axes: BreastAxes, mass: Point & { readonly radius: number }): boolean {
  const { x, y } = axes.nipple;
  const isNear = Math.hypot(mass.x - x, mass.y - y) <= nippleReach * mass.radius;
  return isNear && depthShare(axes, mass) >= nippleDepthFrom;
}
