import type { Finding } from '@second-read/core/analysis/finding';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { shareText } from '@second-read/core/report/percent';
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

export function findingsOf(evidence: Evidence): Finding[] {
  const findings = [lesionFinding(evidence), tissueFinding(evidence), abnormalityFinding(evidence)];
  return hasCervix(evidence.regions) ? findings : findings.map(({ type }) => notLookedFor(type));
}

/** Whether an abnormality is named: its own score decides, not the lesion's. */
export function isAbnormal({ notNegative, regions }: Pick<Evidence, 'notNegative' | 'regions'>): boolean {
  return hasCervix(regions) && notNegative >= abnormalFrom;
}

/** Whether there is enough of one to read. */
export function hasCervix({ cervix }: Regions): boolean {
  return area(cervix) >= minCervix * cervix.width * cervix.height;
}

function notLookedFor(type: string): Finding {
  const clinical_note = 'Not assessed: no cervix was outlined in this picture.';
  return { type, found: false, confidence: null, attributes: { clinical_note } };
}

function lesionFinding(evidence: Evidence): Finding {
  const { presence, regions, swede, lesionReported: found } = evidence;
  const quadrants = `${swede.quadrants} ${swede.quadrants === 1 ? 'quadrant' : 'quadrants'}`;
  const across =
    swede.diameterMm === null
      ? ' (millimeters not measurable)'
      : `, ${Math.round(swede.diameterMm)} mm across`;
  return {
    type: 'lesion',
    found,
    confidence: (found ? presence : 1 - presence) * 100,
    attributes: {
      lesion_type: found ? (swede.acetowhiteness === 2 ? 'Acetowhite, dense' : 'Acetowhite, faint') : null,
      size: found ? `${shareText(regions.lesionShare)} of the cervix, ${quadrants}${across}` : null,
      clinical_note: found
        ? 'Acetowhite change: compare with the live examination; metaplasia and inflammation also turn white.'
        : 'No acetowhite lesion identified in this picture; that does not exclude one.',
    },
  };
}

/** What the outline is good for. Neither the surface nor whether the junction is seen can be told from it. */
function tissueFinding({ regions: { cervix } }: Evidence): Finding {
  const share = area(cervix) / (cervix.width * cervix.height);
  return {
    type: 'cervical tissue',
    found: true,
    confidence: null,
    attributes: {
      cervical_density: `Cervix outlined over ${shareText(share)} of the picture; surface and squamocolumnar junction not assessed`,
      clinical_note: 'Adequacy and the type of the transformation zone (IFCPC 2011) need the examiner.',
    },
  };
}

/** IFCPC 2011 (Bornstein et al., Obstet Gynecol 120, 2012): minor, major, suspicious for invasion. */
function abnormalityFinding(evidence: Evidence): Finding {
  const { notNegative } = evidence;
  const found = isAbnormal(evidence);
  return {
    type: 'abnormality',
    found,
    confidence: (found ? notNegative : 1 - notNegative) * 100,
    attributes: {
      abnormality_type: found ? abnormalityType(evidence) : null,
      clinical_note: found ? noteOf(evidence) : 'No IFCPC abnormality named from this picture.',
    },
  };
}

function noteOf({ lesionReported }: Evidence): string {
  return lesionReported
    ? 'Color and extent alone do not tell the grade; vessels, rapidity of whitening and iodine were not assessed.'
    : 'By the score of the whole picture alone; vessels and iodine were not assessed.';
}

/**
 * The grade is left to the examiner: these measures tell HSIL from LSIL of the atlas no better than chance.
 */
function abnormalityType({ lesionReported, swede }: Evidence): string {
  if (!lesionReported) return 'Abnormality suspected without an outlined lesion; grade not assessed';
  return swede.acetowhiteness === 2
    ? 'Dense acetowhite epithelium; grade not assessed'
    : 'Thin acetowhite epithelium; grade not assessed';
}
