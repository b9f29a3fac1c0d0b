import { percentText } from '@second-read/core/report/percent';
import type { CervixFinding, CervixReading, Change } from '../reading/schema.ts';
import { saidOf } from './finding-words.ts';

/** What the examiner does next (IFCPC 2011); an acetowhite lesion alone is a thin acetowhite epithelium. */
const advice: Readonly<Record<Change, string>> = {
  without_outline: 'colposcopy is advised',
  thin_acetowhite: 'colposcopy is advised',
  dense_acetowhite: 'colposcopy and biopsy are advised',
  minor: 'colposcopy is advised',
  major: 'colposcopy and biopsy are advised',
  suspicious_for_invasion: 'urgent colposcopy and biopsy are advised',
};

const gradeOpen = 'grade not assessed';

type Abnormality = Extract<CervixFinding, { type: 'abnormality' }>;
type Lesion = Extract<CervixFinding, { type: 'lesion' }>;

/** The conclusion of a cervix report in one sentence, from what was found. */
export function impressionOf({ findings, origin }: CervixReading): string {
  const told = findings.filter(({ reason }) => reason !== 'not_reported');
  const lesion = told.find((finding) => finding.type === 'lesion');
  const tissue = told.find((finding) => finding.type === 'cervical tissue');
  const abnormality = told.find((finding) => finding.type === 'abnormality');
  if (lesion === undefined || abnormality === undefined)
    return 'No conclusion: the result does not say whether a lesion was looked for.';
  if (tissue !== undefined && tissue.state !== 'found')
    return 'No conclusion: no cervix was outlined in this picture.';
  if (lesion.reason === 'before_acetic_acid')
    return 'Photograph before acetic acid: acetowhite change cannot be assessed. Repeat one minute after acetic acid.';
  if (abnormality.state === 'found') return abnormal(abnormality, lesion, findings);
  if (lesion.state === 'found') {
    // Another server's reply advises nothing.
    const next = lesion.descriptors?.whiteness === 'dense' ? advice.dense_acetowhite : advice.thin_acetowhite;
    return `${lesionWords(lesion, findings)}${origin === 'engine' ? `; ${next}` : ''}.`;
  }
  return 'No acetowhite lesion identified in this picture; that does not exclude one.';
}

function abnormal(abnormality: Abnormality, lesion: Lesion, all: readonly CervixFinding[]): string {
  const { certainty, descriptors } = abnormality;
  const named = saidOf(abnormality, all).abnormality_type ?? 'Abnormality suspected';
  const type = named.replace(`; ${gradeOpen}`, '');
  const grade = type === named ? '' : `${gradeOpen}, `;
  const next = advice[descriptors?.change ?? 'without_outline'];
  const size = lesion.state === 'found' ? `, ${sizeWords(lesion, all)}` : '';
  const score = certainty === null ? '' : ` (model score ${percentText(certainty)})`;
  return `${type}${size}${score}; ${grade}${next}.`;
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
