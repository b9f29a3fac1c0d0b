import type { ExamFacts } from '@second-read/core/exam/exam-reading';
import { numberOf, textOf } from '@second-read/core/exam/facts';
import { shownOn, sliceSpan } from '@second-read/core/exam/report/slice-words';
import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { shareText } from '@second-read/core/report/percent';
import { dilatedFrom } from '../reading/evans.ts';
import { type BleedingKind, bleedingKinds, speckMl } from './codes.ts';

const kindWords: Readonly<Record<BleedingKind, string>> = {
  edh: 'epidural hematoma favored',
  sdh: 'subdural hematoma favored',
  sah: 'subarachnoid hemorrhage favored',
  iph: 'intraparenchymal hemorrhage favored',
  ivh: 'intraventricular hemorrhage favored',
};

/** "subdural hematoma favored"; of one that a reader added without it, that it is not stated. */
export function bleedingKindWords({ facts }: Pick<StoredExamFinding, 'facts'>): string {
  const kind = bleedingKinds.find((each) => each === facts.bleedingType);
  return kind === undefined ? 'kind not stated' : kindWords[kind];
}

/** "on the left" */
export function sideWords(side: StoredExamFinding['side']): string {
  if (side === null) return 'side not determined';
  return side === 'both' ? 'on both sides or in the midline' : `on the ${side}`;
}

/**
 * "Hyperdensity on the right, intraparenchymal hemorrhage favored, 12.4 ml (ABC/2 13.0 ml), slices 12 to 17,
 * largest on slice 14."
 */
export function bleedingSentence(finding: StoredExamFinding, exam: StoredExam): string {
  const { side, volumeMl, facts } = finding;
  if (facts.isOutlined === false) return 'The bleeding was not outlined: volume not measured.';
  const largest = numberOf(facts, 'largestSlice');
  const parts = [
    sideWords(side),
    bleedingKindWords(finding),
    sizeWords(volumeMl, facts.abcHalfMl),
    ...shownOn(finding, exam),
    ...(largest === null || !finding.slices.some(({ slice }) => slice + 1 === largest)
      ? []
      : [`largest on ${sliceSpan([largest - 1], exam.slices)}`]),
  ];
  return `Hyperdensity ${parts.join(', ')}.`;
}

function sizeWords(volume: number | null, abc: unknown): string {
  if (volume === null) return 'volume not measured';
  return `${volume.toFixed(1)} ml${typeof abc === 'number' ? ` (ABC/2 ${abc.toFixed(1)} ml)` : ''}`;
}

/** Bleedings too small to be numbered beside the larger one, and those beyond as many as are listed. */
export function alsoSeen(facts: ExamFacts): string[] {
  return [
    ...othersWords(facts, 'unlisted', ' that are not listed'),
    ...othersWords(facts, 'specks', ` below ${speckMl} ml`),
  ];
}

function othersWords(facts: ExamFacts, name: 'specks' | 'unlisted', which: string): string[] {
  const [count, ml, side] = [numberOf(facts, name) ?? 0, numberOf(facts, `${name}Ml`), facts[`${name}Side`]];
  if (count === 0) return [];
  const where = side === 'left' || side === 'right' ? `on the ${side}` : 'on both sides or in the midline';
  const what = count === 1 ? 'a hyperdensity' : `${count} hyperdensities`;
  const estimated = name === 'specks' ? ', by the usual size of a head' : '';
  const size = ml === null ? estimated : ` (${ml.toFixed(2)} ml${count === 1 ? '' : ' in all'})`;
  return [`Also seen: ${what}${which} ${where}${size}.`];
}

export function hypodenseSentence(finding: StoredExamFinding, exam: StoredExam): string {
  const { side, volumeMl } = finding;
  const size = volumeMl === null ? [] : [`${volumeMl.toFixed(1)} ml`];
  return `Hypodensity ${[sideWords(side), ...size, ...shownOn(finding, exam)].join(', ')}, age undetermined.`;
}

/** 5 mm of a mean inner skull width of 135 mm (Bullock, Neurosurgery 58:S2, 2006). */
const surgical = { mm: 5, share: 5 / 135 } as const;

export function shiftSentence(finding: StoredExamFinding | undefined, exam: StoredExam): string {
  const { facts = {}, found = false, side = null } = finding ?? {};
  if (finding === undefined || facts.isAssessed === false)
    return 'Midline shift: not assessed, since no slice shows the midline.';
  const [mm, share] = [numberOf(facts, 'shiftMm'), numberOf(facts, 'share')];
  const isMm = mm !== null || share === null;
  const size = isMm ? `${mm?.toFixed(1)} mm` : `${shareText(share)} of the inner skull width`;
  const isSized = mm !== null || share !== null;
  const at = shownOn(finding, exam)[0];
  const on = at === undefined ? '' : `, ${found ? 'on ' : ''}${at}`;
  if (!found) {
    const largest = isSized ? ` (largest ${size}${on})` : '';
    return `No midline shift of 3 % of the inner skull width or more${largest}.`;
  }
  const isLarge = mm === null ? (share ?? 0) > surgical.share : mm > surgical.mm;
  const beyond = isLarge ? `, above 5 mm${mm === null ? ' at a usual head size' : ''}` : '';
  const level = textOf(facts, 'level');
  const where = level === null || level === 'face' ? '' : `, at the level of the ${level}`;
  return `${shiftWords(side)}${isSized ? ` of ${size}` : ''}${beyond}${on}${where}.`;
}

/** "Midline shift to the left" */
export function shiftWords(side: StoredExamFinding['side']): string {
  return side === 'left' || side === 'right'
    ? `Midline shift to the ${side}`
    : 'Midline shift (side not determined)';
}

export function evansSentence(finding: StoredExamFinding | undefined, exam: StoredExam): string {
  if (finding === undefined || finding.facts.isAssessed === false)
    return 'Ventricular width: not assessed, since no slice shows both frontal horns.';
  const index = numberOf(finding.facts, 'evansIndex');
  const at = index === null ? [] : [`Evans' index ${index.toFixed(2)}`, ...shownOn(finding, exam)];
  const measured = at.length === 0 ? '' : ` (${at.join(', ')})`;
  return finding.found ? `Dilated ventricles${measured}.` : `Ventricles not dilated${measured}.`;
}

/** What the rule of Evans says of ventricles that the report names as dilated; a reader may disagree. */
export function evansRuleWords(index: number): string {
  const agrees = index > dilatedFrom ? '' : ' not';
  return `Evans' index ${index.toFixed(2)}: by the rule ventricles are${agrees} dilated (above ${dilatedFrom.toFixed(2)}).`;
}

/** By what is found: a shifted midline, or sulci effaced on one side. */
export function hasMassEffect(shift: StoredExamFinding | undefined, facts: ExamFacts): boolean {
  return shift?.found === true || facts.sulci === 'effaced';
}
