import { largestComponent } from '@second-read/core/pixels/regions/component-mask';
import { type RegionShape, regionShape } from '@second-read/core/pixels/regions/region-shape';
import { lesionPlace, type Place } from '../segment/quadrants.ts';
import type { Regions } from '../segment/segment.ts';
import type { TissueColour } from '../segment/tissue-colour.ts';

/**
 * The three parts of the Swede score (Bowring et al., Int J Gynecol Cancer 20, 2010) that one photograph
 * after acetic acid can show, 0 to 2 each. Vessels and iodine staining need the examiner.
 */
export interface SwedeParts {
  /**
   * Null, as the two that follow: not scored, since no lesion is reported. No points would mean that the lack
   * of one is sure.
   */
  readonly acetowhiteness: number | null;
  readonly margin: number | null;
  readonly size: number | null;
  /** Expected points for acetowhiteness, 0 to 2. */
  readonly expectedAcetowhite: number;
  readonly place: Place;
  /** Longest diameter of the largest part of the lesion; null where the file gives no millimetres. */
  readonly diameterMm: number | null;
}

/** Whiteness, in L*a*b* units above the surroundings, between milky and stearin-like. */
const denseFrom = 16;
const denseSpread = 4;
/** Step of whiteness across an outline that reads as sharp. */
const sharpFrom = 7;
/** Solidity from which an outline reads as smooth rather than jagged. */
const smoothFrom = 0.85;
/** A lesion within one quadrant counts as more than 5 mm from this share of the cervix on. */
const smallBelow = 0.04;
/** Millimetres up to which a lesion gets no point, and one point, for its size. */
const sizesMm = { small: 5, medium: 15 } as const;

interface Circumstances {
  /** Probability that there is a lesion at all. */
  readonly presence: number;
  /** Parts of a lesion that is not reported are not scored. */
  readonly reported: boolean;
  /** Null where the file does not say. */
  readonly millimetresPerPixel: number | null;
}

export function swedeParts(
  regions: Regions,
  colour: TissueColour,
  { presence, reported, millimetresPerPixel }: Circumstances,
): SwedeParts {
  const dense = 1 / (1 + Math.exp(-(colour.whiteness - denseFrom) / denseSpread));
  const expectedAcetowhite = presence * (1 + dense);
  const none = {
    acetowhiteness: null,
    margin: null,
    size: null,
    expectedAcetowhite,
    place: { quadrants: 0, clock: null },
    diameterMm: null,
  };
  if (!reported) return none;
  const shape = regionShape(largestComponent(regions.lesion));
  const place = lesionPlace(regions);
  const diameterMm =
    shape === null || millimetresPerPixel === null ? null : shape.feretDiameter * millimetresPerPixel;
  return {
    acetowhiteness: dense > 0.5 ? 2 : 1,
    margin: marginPoints(shape, colour),
    size: sizePoints(place.quadrants, regions.lesionShare, diameterMm),
    expectedAcetowhite,
    place,
    diameterMm,
  };
}

/** 0 diffuse; 1 sharp but jagged; 2 sharp and even. */
function marginPoints(shape: RegionShape | null, colour: TissueColour): number {
  if (colour.edge < sharpFrom) return 0;
  return shape !== null && shape.solidity >= smoothFrom ? 2 : 1;
}

/** By millimetres where they are known and by quadrants; by quadrants and share of the cervix otherwise. */
function sizePoints(quadrants: number, share: number, diameterMm: number | null): number {
  if (quadrants >= 3 || (diameterMm ?? 0) > sizesMm.medium) return 2;
  const isMedium = diameterMm === null ? share >= smallBelow : diameterMm >= sizesMm.small;
  return quadrants === 2 || isMedium ? 1 : 0;
}
