import type { Finding } from '@second-read/core/analysis/finding';
import { area } from '@second-read/core/pixels/mask-logic';
import type { Regions } from './segment.ts';
import type { SwedeParts } from './swede.ts';
import type { TissueColour } from './tissue-colour.ts';

/** A cervix takes at least this share of a picture that can be read. */
const leastCervix = 0.05;
/** Unevenness, 8-bit grey levels, above which the surface is called uneven. */
const unevenFrom = 6;
/** A dense lesion over more than this share of the cervix cannot be told from cancer in a picture. */
const suspiciousShare = 0.6;

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
  return [lesionFinding(evidence), tissueFinding(evidence), abnormalityFinding(evidence)];
}

function lesionFinding(evidence: Evidence): Finding {
  const { presence, regions, swede, lesionReported: found } = evidence;
  const percent = Math.round(regions.lesionShare * 100);
  const quadrants = `${swede.quadrants} ${swede.quadrants === 1 ? 'quadrant' : 'quadrants'}`;
  const across =
    swede.diameterMm === null
      ? ' (millimetres not measurable)'
      : `, ${Math.round(swede.diameterMm)} mm across`;
  return {
    type: 'lesion',
    found,
    confidence: (found ? presence : 1 - presence) * 100,
    attributes: {
      lesion_type: found ? (swede.acetowhiteness === 2 ? 'Acetowhite, dense' : 'Acetowhite, faint') : null,
      size: found ? `${percent} % of the cervix, ${quadrants}${across}` : null,
      clinical_note: found
        ? 'Acetowhite change: compare with the live examination; metaplasia and inflammation also turn white.'
        : 'No acetowhite lesion seen in this picture; that does not exclude one.',
    },
  };
}

function tissueFinding({ regions, colour }: Evidence): Finding {
  const { width, height } = regions.cervix;
  const share = area(regions.cervix) / (width * height);
  const surface = colour.unevenness >= unevenFrom ? 'Uneven surface' : 'Even surface';
  const junction =
    area(regions.junction) > 0
      ? 'area of the squamocolumnar junction seen'
      : 'squamocolumnar junction not seen (transformation zone type 3 not excluded)';
  return {
    type: 'cervical tissue',
    found: share >= leastCervix,
    confidence: null,
    attributes: {
      cervical_density: `${surface}; ${junction}`,
      clinical_note: 'The type of the transformation zone (IFCPC 2011) needs the examiner.',
    },
  };
}

/** IFCPC 2011 (Bornstein et al., Obstet Gynecol 120, 2012): minor, major, suspicious for invasion. */
function abnormalityFinding(evidence: Evidence): Finding {
  const { notNegative, regions, swede, lesionReported: found } = evidence;
  const dense = swede.acetowhiteness === 2;
  const type =
    dense && regions.lesionShare > suspiciousShare
      ? 'Suspicious for invasion not excluded: dense acetowhite over most of the cervix'
      : dense
        ? 'Major change (grade 2): dense acetowhite epithelium'
        : 'Minor change (grade 1): thin acetowhite epithelium';
  return {
    type: 'abnormality',
    found,
    confidence: (found ? notNegative : 1 - notNegative) * 100,
    attributes: {
      abnormality_type: found ? type : null,
      clinical_note: found
        ? 'Grade from colour and extent alone; vessels, rapidity of whitening and iodine were not seen.'
        : 'No IFCPC abnormality named from this picture.',
    },
  };
}
