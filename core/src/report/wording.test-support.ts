import type { ReportDocument } from './document.ts';
import { sentencesOf } from './sentences.ts';

/** A longer sentence is read twice. Lists of what was not assessed count as well. */
const maxWords = 25;

/** What a reader of a report need not know, and spelling that is not that of screens. */
const internal =
  /(?<!screening )operating point|unvalidated|label map|half.rank|threshold|\bcrop\b|\b(null|undefined|NaN)\b|[a-z]_[a-z]/;
const british = /haemorrh|haematom|colour|millimetre|centre\b|grey|oedema|analys(e|ed|ing)\b/i;

const rules: readonly (readonly [fault: string, isFault: (sentence: string) => boolean])[] = [
  [`more than ${maxWords} words`, (sentence) => wordsOf(sentence) > maxWords],
  ['an internal term', (sentence) => internal.test(sentence)],
  ['British spelling', (sentence) => british.test(sentence)],
  ['a figure glued to its unit', (sentence) => /\d(%|mm|px|ml|HU|cm)/.test(sentence)],
  [
    'one of several',
    (sentence) => /(^|[\s(])1 (masses|nodules|quadrants|places|marks|slices|views)\b/.test(sentence),
  ],
  ['several of one', (sentence) => /\b([2-9]|\d\d+) (mass|nodule|quadrant|place|mark|view)\b/.test(sentence)],
  ['two brackets in a row', (sentence) => /\) \(/.test(sentence)],
  ['a comma before a point', (sentence) => /[,;:]\s*[.,;:]|\s[.,;]| {2}/.test(sentence)],
  [
    'an article before the wrong sound',
    (sentence) => /\ba [aeio]\w/i.test(sentence.replace(/\ba one\b/i, '')),
  ],
];

/** Numbers and their units, and signs, are no words. */
function wordsOf(sentence: string): number {
  return sentence
    .split(/\s+/)
    .filter((part) => /\p{L}{2,}|^[aI]$/u.test(part) && !/^(mm|px|ml|HU)[,.;)]*$/.test(part)).length;
}

/**
 * Each sentence of a report that breaks a rule of wording, with the rule; none of one that is well worded.
 */
export function wordingFaults(document: ReportDocument): string[] {
  const { diagnosis, assessment, findings, table } = document;
  const spoken = [diagnosis?.text ?? '', ...(assessment?.comments ?? [])].flatMap(sentencesOf);
  const notes = findings.flatMap(({ note }) => sentencesOf(note ?? ''));
  const cells = [
    ...findings.flatMap(({ details }) => details.map(({ value }) => value)),
    ...(table?.rows ?? []).map(([, words]) => words),
  ];
  return [
    ...spoken.flatMap((sentence) =>
      /^[\p{Lu}\d].*[.?!]$/u.test(sentence) ? [] : [`no sentence: ${sentence}`],
    ),
    ...[...spoken, ...notes, ...cells].flatMap((sentence) =>
      rules.filter(([, isFault]) => isFault(sentence)).map(([fault]) => `${fault}: ${sentence}`),
    ),
    ...repeated(spoken).map((sentence) => `said twice: ${sentence}`),
    ...repeated(cells.filter((cell) => /^Not assessed: /.test(cell))).map((cell) => `in two rows: ${cell}`),
    ...notes.filter((note) => spoken.includes(note)).map((note) => `note and sentence: ${note}`),
  ];
}

function repeated(texts: readonly string[]): string[] {
  return texts.filter((text, at) => texts.indexOf(text) !== at);
}
