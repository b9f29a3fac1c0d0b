import { type FileWords, fileSentences } from '@second-read/core/reading/file-facts';
import { percentText } from '@second-read/core/report/percent';
import type { CervixFinding, CervixReading, framings } from '../reading/schema.ts';

const fileWords: FileWords = {
  readAs: 'a photograph of the cervix',
  bodyParts: ['CERVIX', 'UTERUS', 'VAGINA', 'PELVIS'],
  contrast: null,
};

/** What to do better in the next picture, one line. */
const framingAdvice: Readonly<Record<(typeof framings)[number], string | null>> = {
  usual: null,
  small: 'Picture quality: the cervix is small in the picture; move closer and repeat the picture.',
  cut_off:
    'Picture quality: the cervix is cut off by the border of the picture; center it or move back, and repeat the picture. What lies outside was not read.',
};

/** Percent of the outlined lesion from which blood and red tissue are told. */
const redInLesionFrom = 5;
/**
 * Percent of the cervix from which they are told. Of 74 pictures of four sources, on which the limit was set,
 * nine reach it: seven show blood or red tissue, two are red by their light.
 */
const redInCervixFrom = 7;

/** Picture quality, what was not assessed, technique. */
export function commentsOf({ legible, origin, input, texts, findings }: CervixReading): string[] {
  if (!legible) return [];
  // What another engine assessed and how it took its picture only its own sentences tell.
  if (origin === 'wire') return [...texts.comments];
  const advice = input.framing === null ? null : framingAdvice[input.framing];
  const reflections =
    input.reflections === null || input.reflections < 0.1
      ? ''
      : `; reflections over ${percentText(input.reflections)} of it were left out of the color measures`;
  const isFound = (wanted: CervixFinding['type']) =>
    findings.some(({ type, state }) => type === wanted && state === 'found');
  return [
    ...(advice === null ? [] : [advice]),
    ...(isFound('cervical tissue') ? redComments(input, isFound('lesion')) : []),
    'Not assessed: adequacy, surface, squamocolumnar junction, transformation zone type, grade, invasion, vessels and iodine.',
    `Technique: one photograph, ${stepWords(input, findings)}${reflections}.`,
    // Photographs declare no modality.
    ...fileSentences(input.file && { ...input.file, isDeclared: true }, fileWords),
  ];
}

/** The step of the examination; older readings were not checked for it. */
function stepWords(
  { beforeAcid, statedAcid }: CervixReading['input'],
  findings: readonly CervixFinding[],
): string {
  if (statedAcid !== undefined) return `${statedAcid} acetic acid as stated at upload`;
  if (findings.some(({ reason }) => reason === 'before_acetic_acid'))
    return `before acetic acid by its appearance (model score ${percentText(beforeAcid ?? 100)})`;
  if (beforeAcid === undefined) return 'read as taken after acetic acid, which was not checked';
  return `after acetic acid by its appearance (model score ${percentText(100 - beforeAcid)})`;
}

function redComments(
  { redInLesion = 0, redInCervix = 0 }: CervixReading['input'],
  isLesionNamed: boolean,
): string[] {
  if (isLesionNamed && redInLesion >= redInLesionFrom)
    return [
      `Blood or red tissue takes ${percentText(redInLesion)} of the outlined lesion and is no acetowhite change: wipe the cervix and look at that part again.`,
    ];
  if (redInCervix < redInCervixFrom) return [];
  return [
    `Blood or red tissue (canal, ectropion) covers ${percentText(redInCervix)} of the cervix; under blood nothing was read: wipe and look again.`,
  ];
}
