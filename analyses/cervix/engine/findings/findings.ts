import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Regions } from '../segment/segment.ts';
import type { TissueColour } from '../segment/tissue-colour.ts';
import type { SwedeParts } from './swede.ts';

/** A cervix takes at least this share of a picture that can be read. */
const minCervix = 0.05;
/**
 * An abnormality is named where it is likelier than not that a VIA reader would not call the picture
 * negative.
 */
const abnormalFrom = 0.5;

/** From this probability on, a photograph is read as one before acetic acid; see the model card. */
const beforeAcidFrom = 0.5;

/**
 * Green over red from which whiteness cannot be judged: 14 of the 21 green pictures of the atlas, and 5 of
 * 514 after acetic acid in white light.
 */
const greenTintFrom = 0.9;

export interface Evidence {
  readonly regions: Regions;
  readonly colour: TissueColour;
  readonly swede: SwedeParts;
  /** Probability of a lesion, 0 to 1. */
  readonly presence: number;
  /** The report names a lesion: likely enough, and outlined. */
  readonly lesionReported: boolean;
  /** Probability that a VIA reader would not call it negative, 0 to 1. */
  readonly notNegative: number;
  /** Probability that the examiner's Swede score would be 5 or more, 0 to 1. */
  readonly swedeFromFive: number;
  /** Probability that the photograph was taken before acetic acid, 0 to 1. */
  readonly beforeAcid: number;
  /** What whoever took it says; null where nothing was said. It outweighs the appearance. */
  readonly statedAcid: 'before' | 'after' | null;
  /** Green over red, as `capture/light.ts` measures it. */
  readonly greenness: number;
  /** How unevenly the cervix is lit, as `photograph/framing.ts` measures it. */
  readonly lightRatio: number;
}

/** Whether an abnormality is named: a reported lesion is one, and so is what the whole picture suggests. */
export function isAbnormal({
  notNegative,
  lesionReported,
  regions,
}: Pick<Evidence, 'notNegative' | 'lesionReported' | 'regions'>): boolean {
  return hasCervix(regions) && (lesionReported || notNegative >= abnormalFrom);
}

/** Why acetowhite change cannot be judged; null where it can. */
export function whyUnassessed({
  beforeAcid,
  statedAcid,
  greenness,
}: Pick<Evidence, 'beforeAcid' | 'statedAcid' | 'greenness'>): 'before_acetic_acid' | 'green_tint' | null {
  if (statedAcid === 'before') return 'before_acetic_acid';
  if (greenness >= greenTintFrom) return 'green_tint';
  return statedAcid === null && beforeAcid >= beforeAcidFrom ? 'before_acetic_acid' : null;
}

/** Whether there is enough of one to read. */
export function hasCervix({ cervix }: Regions): boolean {
  return area(cervix) >= minCervix * cervix.width * cervix.height;
}
