import { type FileWords, fileSentences } from '@second-read/core/reading/file-facts';
import { measured } from '@second-read/core/reading/measurement';
import { percentText } from '@second-read/core/report/percent';
import { type CervixFinding, type CervixReading, type framings, unevenFrom } from '../reading/schema.ts';

const fileWords: FileWords = {
  readAs: 'a photograph of the cervix',
  bodyParts: ['CERVIX', 'UTERUS', 'VAGINA', 'PELVIS'],
  contrast: null,
};

/** What to do better in the next picture, one line. */
const framingAdvice: Readonly<Record<(typeof framings)[number], string | null>> = {
  usual: null,
  small: 'Inadequate: the cervix is small in the picture; move closer and repeat the picture.',
  cut_off:
    'Inadequate: the cervix is not wholly seen, cut off by the border of the picture; center it or move back, and repeat the picture.',
};

/** Why the picture is inadequate, and what to do; none where nothing measured says so. */
export function inadequacies({ framing, lightRatio = 1 }: CervixReading['input']): string[] {
  const advice = framing === null ? null : framingAdvice[framing];
  return [
    ...(advice === null ? [] : [advice]),
    ...(lightRatio < unevenFrom
      ? []
      : ['Inadequate: the cervix is unevenly lit; turn the lamp onto it and repeat the picture.']),
  ];
}

/** Percent of the outlined lesion from which blood and red tissue are told. */
const redInLesionFrom = 5;
/**
 * Percent of the cervix from which they are named beyond the canal, set on 74 pictures of four sources; 9 of
 * 93 pictures of the atlas reach it.
 */
const redInCervixFrom = 7;
/** Percent of the cervix from which red tissue at the os is named. */
const redAtOsFrom = 1;
const redAtOsWords =
  'canal, ectropion or blood: if it is friable or bleeds on contact, colposcopy and biopsy are advised';

/** Picture quality, what was not assessed, technique. */
export function commentsOf(reading: CervixReading): string[] {
  const { legible, origin, input, texts, findings } = reading;
  if (!legible) return [];
  // What another engine assessed and how it took its picture only its own sentences tell.
  if (origin === 'wire') return [...texts.comments];
  const tissue = findings.find(({ type }) => type === 'cervical tissue');
  return [
    ...inadequacies(input),
    ...(tissue?.state === 'found' ? redComments(reading) : []),
    'Not assessed: adequacy, surface, squamocolumnar junction, transformation zone type, grade, invasion, vessels and iodine.',
    `Technique: ${techniqueWords(reading, tissue).join('. ')}.`,
    // Photographs declare no modality.
    ...fileSentences(input.file && { ...input.file, isDeclared: true }, fileWords),
  ];
}

function techniqueWords({ input, findings }: CervixReading, tissue: CervixFinding | undefined): string[] {
  const share = measured(tissue?.measurements ?? [], 'share_of_picture', 'percent');
  const { reflections } = input;
  const hasClock = findings.some(({ measurements }) => measured(measurements, 'clock_from') !== null);
  return [
    `one photograph, ${stepWords(input, findings)}`,
    ...(share === null ? [] : [`Cervix outlined over ${percentText(share)} of it`]),
    ...(reflections === null || reflections < 0.1
      ? []
      : [`Reflections over ${percentText(reflections)} left out of the color measures`]),
    ...(hasClock ? ['Clock by the standard display, anterior lip on top'] : []),
  ];
}

/** The step of the examination; older readings were not checked for it. */
function stepWords(
  { beforeAcid, statedAcid }: CervixReading['input'],
  findings: readonly CervixFinding[],
): string {
  if (statedAcid !== undefined) return `${statedAcid} acetic acid as stated at upload`;
  if (findings.some(({ reason }) => reason === 'green_tint')) return 'with a green tint';
  if (findings.some(({ reason }) => reason === 'before_acetic_acid'))
    return `before acetic acid by its appearance (model score ${percentText(beforeAcid ?? 100)})`;
  if (beforeAcid === undefined) return 'read as taken after acetic acid, which was not checked';
  return `after acetic acid by its appearance (model score ${percentText(100 - beforeAcid)})`;
}

/** Whether blood or red tissue lies on a lesion that is named. */
export function isLesionRed({ findings, input: { redInLesion = 0 } }: CervixReading): boolean {
  const isNamed = findings.some(({ type, state }) => type === 'lesion' && state === 'found');
  return isNamed && redInLesion >= redInLesionFrom;
}

/** Whether blood or red tissue covers so much of the cervix that what is not seen may lie under it. */
export function isCervixRed({ redInCervix = 0 }: CervixReading['input']): boolean {
  return redInCervix >= redInCervixFrom;
}

/** Blood is wiped away, an ectropion is not. */
function redComments(reading: CervixReading): string[] {
  const { redInLesion = 0, redInCervix = 0, redAtOs = 0 } = reading.input;
  const beyond = redInCervix - redAtOs;
  const blood = isLesionRed(reading)
    ? `Blood or red tissue on ${percentText(redInLesion)} of the outlined lesion, not counted in its share`
    : beyond < redInCervixFrom
      ? null
      : `Blood or red tissue beyond the canal on ${percentText(beyond)} of the cervix`;
  return [
    ...(blood === null ? [] : [`${blood}: wipe and look again; under blood nothing was read.`]),
    ...(redAtOs < redAtOsFrom
      ? []
      : [`Red at the os on ${percentText(redAtOs)} of the cervix, ${redAtOsWords}.`]),
  ];
}
