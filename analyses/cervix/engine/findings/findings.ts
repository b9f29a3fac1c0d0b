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
}

/** Whether an abnormality is named: its own score decides, not the lesion's. */
export function isAbnormal({ notNegative, regions }: Pick<Evidence, 'notNegative' | 'regions'>): boolean {
  return hasCervix(regions) && notNegative >= abnormalFrom;
}

/** Whether there is enough of one to read. */
export function hasCervix({ cervix }: Regions): boolean {
  return area(cervix) >= minCervix * cervix.width * cervix.height;
}
