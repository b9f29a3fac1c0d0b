import { measured } from '@second-read/core/reading/measurement';
import { percentText } from '@second-read/core/report/percent';
import type { CervixFinding, Change } from '../reading/schema.ts';

type Words = Readonly<Record<string, string | null>>;
type Of<T extends CervixFinding['type']> = Extract<CervixFinding, { type: T }>;

const notLookedFor = 'Not assessed: no cervix was outlined in this picture.';

const unassessed: Words = {
  before_acetic_acid: 'Not assessed: before acetic acid nothing turns white.',
  green_tint: 'Not assessed: with a green tint whiteness cannot be judged.',
};

/** The same in the words of the reply that told of the finding, where one did. */
export function saidOf(finding: CervixFinding, all: readonly CervixFinding[]): Words {
  return finding.told ?? fieldsOf(finding, all);
}

/**
 * The descriptors of the specification and the note of a finding, in words; what stands beside it decides the
 * note.
 */
export function fieldsOf(finding: CervixFinding, all: readonly CervixFinding[]): Words {
  if (finding.state === 'not_assessed')
    return { clinical_note: unassessed[finding.reason ?? ''] ?? notLookedFor };
  switch (finding.type) {
    case 'lesion':
      return lesionWords(finding);
    case 'cervical tissue':
      return tissueWords(finding);
    case 'abnormality':
      return abnormalityWords(
        finding,
        all.some(({ type, state }) => type === 'lesion' && state === 'found'),
      );
  }
}

function lesionWords(lesion: Of<'lesion'>): Words {
  if (lesion.state !== 'found') {
    return {
      clinical_note: 'Compare with the live examination.',
    };
  }
  const whiteness = lesion.descriptors?.whiteness ?? null;
  return {
    lesion_type: whiteness === null ? 'Acetowhite' : `Acetowhite, ${whiteness}`,
    size: sizeWords(lesion),
    clinical_note: 'Compare with the live examination; metaplasia and inflammation also turn white.',
  };
}

/**
 * "Anterior lip, 10 to 2 o'clock, 18.0 % of the cervix, 2 quadrants, 12 mm across"; null where nothing was
 * measured.
 */
function sizeWords({ measurements }: Of<'lesion'>): string | null {
  const share = measured(measurements, 'share_of_cervix', 'percent');
  const quadrants = measured(measurements, 'quadrants', 'count');
  const across = measured(measurements, 'longest_diameter', 'mm');
  const parts = [
    placeWords(measurements),
    share === null ? null : `${percentText(share)} of the cervix`,
    quadrants === null ? null : `${quadrants} ${quadrants === 1 ? 'quadrant' : 'quadrants'}`,
    across === null ? null : `${across} mm across`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return `${parts.join(', ')}${across === null ? ' (millimeters not measurable)' : ''}`;
}

/** By the standard display, in which the anterior lip is the upper one. */
function placeWords(measurements: Of<'lesion'>['measurements']): string | null {
  const from = measured(measurements, 'clock_from', 'count');
  const to = measured(measurements, 'clock_to', 'count');
  if (from === null || to === null) return null;
  if (from === 1 && to === 12) return 'around the os';
  const half = ((to - from + 12) % 12) / 2;
  const middle = (from + half) % 12;
  const isWithin = (off: number) => off < 3 && off + half <= 3;
  const isPosterior = isWithin(Math.abs(middle - 6));
  const isAnterior = isWithin(Math.min(middle, 12 - middle));
  const lip = isAnterior ? 'anterior lip, ' : isPosterior ? 'posterior lip, ' : '';
  return `${lip}${from === to ? '' : `${from} to `}${to} o'clock`;
}

/** Neither the surface nor whether the junction is seen can be told from the outline. */
function tissueWords({ state }: Of<'cervical tissue'>): Words {
  return {
    cervical_density: state === 'found' ? 'Cervix outlined' : null,
    clinical_note: 'Adequacy and the type of the transformation zone (IFCPC 2011) need the examiner.',
  };
}

/**
 * IFCPC 2011 (Bornstein et al., Obstet Gynecol 120, 2012). Its grade is left to the examiner (decision 026).
 */
const changeWords: Readonly<Record<Change, string>> = {
  without_outline: 'Abnormality suspected without an outlined lesion; IFCPC grade left to the examiner',
  thin_acetowhite: 'Faint acetowhite change; IFCPC grade left to the examiner',
  dense_acetowhite: 'Dense acetowhite change; IFCPC grade left to the examiner',
  minor: 'Minor change',
  major: 'Major change',
  suspicious_for_invasion: 'Suspicious for invasion',
};

function abnormalityWords({ state, descriptors }: Of<'abnormality'>, hasLesion: boolean): Words {
  if (state !== 'found') return { clinical_note: 'No IFCPC abnormality named from this picture.' };
  const change = descriptors?.change ?? null;
  return {
    abnormality_type: change === null ? 'Abnormality suspected' : changeWords[change],
    clinical_note: hasLesion
      ? 'Color and extent alone do not tell the grade.'
      : 'By the score of the whole picture alone.',
  };
}
