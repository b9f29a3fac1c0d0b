import { largestComponent } from '@second-read/core/pixels/component-mask';
import { regionShape } from '@second-read/core/pixels/region-shape';
import { lesionQuadrants } from './quadrants.ts';
import type { Regions } from './segment.ts';
import type { TissueColour } from './tissue-colour.ts';

/**
 * The three parts of the Swede score (Bowring et al., Int J Gynecol Cancer 20, 2010) that one photograph
 * after acetic acid can show, 0 to 2 each. Vessels and iodine staining need the examiner.
 */
export interface SwedeParts {
  readonly acetowhiteness: number;
  readonly margin: number;
  readonly size: number;
  /** Expected points for acetowhiteness, 0 to 2. */
  readonly expectedAcetowhite: number;
  readonly quadrants: number;
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

/** `presence` is the probability that there is a lesion at all; parts of one that is not reported get no points. */
export function swedeParts(
  regions: Regions,
  colour: TissueColour,
  { presence, reported }: { presence: number; reported: boolean },
): SwedeParts {
  const dense = 1 / (1 + Math.exp(-(colour.whiteness - denseFrom) / denseSpread));
  const expectedAcetowhite = presence * (1 + dense);
  const none = { acetowhiteness: 0, margin: 0, size: 0, expectedAcetowhite, quadrants: 0 };
  if (!reported) return none;
  const quadrants = lesionQuadrants(regions);
  return {
    acetowhiteness: dense > 0.5 ? 2 : 1,
    margin: marginPoints(regions, colour),
    size: sizePoints(quadrants, regions.lesionShare),
    expectedAcetowhite,
    quadrants,
  };
}

/** 0 diffuse; 1 sharp but jagged; 2 sharp and even. */
function marginPoints(regions: Regions, colour: TissueColour): number {
  if (colour.edge < sharpFrom) return 0;
  const shape = regionShape(largestComponent(regions.lesion));
  return shape !== null && shape.solidity >= smoothFrom ? 2 : 1;
}

/** By quadrants, since a photograph has no millimetres. */
function sizePoints(quadrants: number, share: number): number {
  if (quadrants >= 3) return 2;
  return quadrants === 2 || share >= smallBelow ? 1 : 0;
}
