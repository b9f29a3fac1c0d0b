import { percentText } from '@second-read/core/report/percent';
import type { CervixFinding, CervixReading, Change } from '../reading/schema.ts';
import { inadequacies, isCervixRed, isLesionRed } from './comments.ts';
import { saidOf } from './finding-words.ts';

/** What the examiner does next (IFCPC 2011); an acetowhite lesion alone is at least a faint change. */
const advice: Readonly<Record<Change, string>> = {
  without_outline: 'colposcopy is advised',
  thin_acetowhite: 'colposcopy is advised',
  dense_acetowhite: 'colposcopy and biopsy are advised',
  minor: 'colposcopy is advised',
  major: 'colposcopy and biopsy are advised',
  suspicious_for_invasion: 'urgent colposcopy and biopsy are advised',
};

const bleeding =
  ' Blood or red tissue on it: if it bleeds on contact, invasion is not excluded; prompt colposcopy and biopsy are advised.';

/** By the reason for which acetowhite change was not assessed. */
const unassessed: Readonly<Record<string, string>> = {
  before_acetic_acid:
    'Photograph before acetic acid: acetowhite change cannot be assessed. Repeat one minute after acetic acid.',
  green_tint:
    'Green tint: whiteness cannot be judged, and acetowhite change was not assessed. Repeat the picture in white light.',
};

type Abnormality = Extract<CervixFinding, { type: 'abnormality' }>;
type Lesion = Extract<CervixFinding, { type: 'lesion' }>;

/** The conclusion of a cervix report in one sentence, from what was found. */
export function impressionOf(reading: CervixReading): string {
  const { findings, origin } = reading;
  const told = findings.filter(({ reason }) => reason !== 'not_reported');
  const lesion = told.find((finding) => finding.type === 'lesion');
  const tissue = told.find((finding) => finding.type === 'cervical tissue');
  const abnormality = told.find((finding) => finding.type === 'abnormality');
  if (lesion === undefined || abnormality === undefined)
    return 'No conclusion: the result does not say whether a lesion was looked for.';
  if (tissue !== undefined && tissue.state !== 'found')
    return 'No conclusion: no cervix was outlined in this picture.';
  const open = unassessed[lesion.reason ?? ''];
  if (open !== undefined) return open;
  if (abnormality.state === 'found') return abnormal(abnormality, lesion, reading);
  if (lesion.state === 'found') {
    // Another server's reply advises nothing.
    const next = lesion.descriptors?.whiteness === 'dense' ? advice.dense_acetowhite : advice.thin_acetowhite;
    return `${lesionWords(lesion, findings)}${origin === 'engine' ? `; ${next}` : ''}.`;
  }
  if (origin === 'wire') return 'No acetowhite lesion identified in this picture; that does not exclude one.';
  return `No acetowhite change identified; ${nextOfNone(reading)}.`;
}

/** Only an adequate picture leads to the routine interval. */
function nextOfNone({ input }: CervixReading): string {
  if (inadequacies(input).length > 0) return 'inadequate picture, repeat it before a conclusion';
  if (isCervixRed(input)) return 'blood or red tissue, wipe and look again before a conclusion';
  return 'if the examiner confirms adequacy, routine screening interval';
}

function abnormal(abnormality: Abnormality, lesion: Lesion, reading: CervixReading): string {
  const { findings } = reading;
  const [type = '', ...grade] = (
    saidOf(abnormality, findings).abnormality_type ?? 'Abnormality suspected'
  ).split('; ');
  const isNamed = lesion.state === 'found';
  const isRed = isLesionRed(reading);
  const next = isRed ? [] : [advice[abnormality.descriptors?.change ?? 'without_outline']];
  const size = isNamed ? `, ${sizeWords(lesion, findings)}` : '';
  // Behind the lesion the score is its own.
  const { certainty } = isNamed ? lesion : abnormality;
  const score = certainty === null ? '' : ` (model score ${percentText(certainty)})`;
  return `${[`${type}${size}${score}`, ...grade, ...next].join('; ')}.${isRed ? bleeding : ''}`;
}

/** "Dense acetowhite lesion, 18.0 % of the cervix, 2 quadrants" */
function lesionWords(lesion: Lesion, all: readonly CervixFinding[]): string {
  const whiteness = lesion.descriptors?.whiteness;
  const kind = whiteness == null ? 'Acetowhite' : `${whiteness === 'dense' ? 'Dense' : 'Faint'} acetowhite`;
  return `${kind} lesion, ${sizeWords(lesion, all)}`;
}

/** Without what could not be measured. */
function sizeWords(lesion: Lesion, all: readonly CervixFinding[]): string {
  return (saidOf(lesion, all).size ?? 'size not measured').replace(/ \([^)]*\)$/, '');
}
