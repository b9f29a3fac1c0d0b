import type { SourceFacts } from '@second-read/core/decode/study';
import { placeBy } from '../../reading/place.ts';
import type { OtherView, Place } from '../../reading/schema.ts';
import { type BreastAxes, depthShare, landmarksIn } from './breast-axes.ts';

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

interface Point {
  readonly x: number;
  readonly y: number;
}

/** As of a reader's outline; null of axes that have no depth. */
export function placeOf(axes: BreastAxes, at: Point, { name }: View): Place | null {
  return placeBy(landmarksIn(axes), at, name);
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
