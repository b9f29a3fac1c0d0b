import type { ExamFacts, ExamWording, StoredView } from '@second-read/core/exam/exam-reading';
import { numberOf } from '@second-read/core/exam/facts';
import {
  type LimitWords,
  limitSentences,
  numberIn,
  textsIn,
} from '@second-read/core/exam/report/limit-words';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { leftToReader } from '@second-read/core/reading/category';
import { fileSentences } from '@second-read/core/reading/file-facts';
import { shareText } from '@second-read/core/report/percent';
import { capitalized } from '@second-read/core/report/sentences';
import { coarseForms } from '../reading/schema.ts';
import { coarseWords } from '../report/comments.ts';
import { betweenWords, densityWords, letters } from '../report/density-words.ts';
import { fileWords } from '../report/file-words.ts';
import { allNotes, noteWords } from '../report/technique-notes.ts';
import { leftToReaderWords, missedWords } from '../report/words.ts';
import { bySuspicion, notImaged, oneView, wholeRule } from './category.ts';
import { lesionSentence, lesionsInWords } from './lesion-words.ts';
import { ruleWords } from './rule-words.ts';
import { breastSides, isGuessWrong, standardViews, type ViewNote } from './views.ts';

/** The sentences of a mammography, of its codes alone: as the engine read it, and as a reader changed it. */
export function wordingOf(exam: StoredExam): ExamWording {
  const { facts, file, views = [], category, rules, limits } = exam.reading;
  const lesions = exam.findings.filter(({ found }) => found).toSorted(bySuspicion);
  const isGiven = category?.reason !== undefined;
  const isSided = !isGuessWrong(views);
  const isWhatOpen = lesions.length > 0 || hasNote(exam, ['coarse_open', 'spread']);
  const saysMissing = category?.value === '0' && !isGiven && !isWhatOpen && hasRule(exam, oneView);
  // What the conclusion says of missing views is said once; none is missing where no view is known.
  const told = limits.filter(({ code }) => code !== 'missing_views' || (isSided && !saysMissing));
  return {
    conclusion: conclusionOf(exam, lesions, { isGiven, isSided, saysMissing }),
    findings: [
      ...densitySentences(facts, isSided),
      ...lesions.map((lesion) => lesionSentence(lesion, views)),
      ...(lesions.length > 0 ? [] : [`No ${absentWords(views)} identified on any view.`]),
      ...(isGiven ? [] : scoreSentences(exam)),
      ...noteSentences(views, isSided),
    ],
    notAssessed: [
      ...limitSentences({ ...exam, reading: { ...exam.reading, limits: told } }, limitWords),
      notAssessedSentence(views),
      ...fileSentences(file && { ...file, isDeclared: true }, fileWords),
      ...(lesions.length === 0 ? [missedWords] : []),
    ],
    technique: views.length === 0 ? [] : [techniqueSentence(views, { isSided, file })],
    trace: rules.filter(({ id }) => !isGiven || id !== wholeRule).map((rule) => ruleWords(rule, exam)),
  };
}

interface Said {
  readonly isGiven: boolean;
  readonly isSided: boolean;
  readonly saysMissing: boolean;
}

function hasRule({ reading }: StoredExam, id: string, side?: string): boolean {
  return reading.rules.some((rule) => rule.id === id && (side === undefined || rule.values.side === side));
}

function conclusionOf(
  exam: StoredExam,
  lesions: StoredExam['findings'],
  { isGiven, isSided, saysMissing }: Said,
) {
  const { category, limits } = exam.reading;
  const what =
    lesionsInWords(lesions) ||
    (hasNote(exam, ['coarse_open', 'spread']) ? 'calcifications to be judged' : '');
  const missing = limits.find(({ code }) => code === 'missing_views')?.values ?? {};
  if (!isSided && category === undefined)
    return 'No finding named; side and view of the images are not known: please state them at upload.';
  // Of a category that the reader gives, nothing that leads to another.
  const breasts = isGiven || !isSided ? [] : breastSides.flatMap((side) => breastWords(side, exam));
  const whole =
    category === undefined
      ? leftToReaderWords
      : saysMissing
        ? `BI-RADS 0, incomplete: ${missingWords(textsIn(missing, 'missing'))}.`
        : `${categoryWords(Number(category.value), what, hasNote(exam, ['too_small']))}${isGiven ? ', given by the reader' : ''}.`;
  return [
    whole,
    ...breasts,
    ...(isSided ? [] : ['Side and view of the images are not known: please state them at upload.']),
  ].join(' ');
}

/** "CC views of both breasts are missing", of "right CC" and "left CC" */
function missingWords(missing: readonly string[]): string {
  const named = standardViews.flatMap((view) => {
    const sides = breastSides.filter((side) => missing.includes(`${side} ${view}`));
    return sides.length === 2
      ? [`${view} views of both breasts`]
      : sides.map((side) => `${side} ${view} view`);
  });
  const isOne = named.length === 1 && missing.length === 1;
  return `${named.join(' and ')} ${isOne ? 'is' : 'are'} missing`;
}

function hasNote({ reading }: StoredExam, wanted: readonly ViewNote[]): boolean {
  return (reading.views ?? []).some((view) => wanted.some((note) => view.notes?.includes(note)));
}

function absentWords(views: readonly StoredView[]): string {
  const isHidden = views.some(({ notes = [] }) => notes.includes('too_small') || notes.includes('spread'));
  return isHidden ? 'mass' : 'mass or grouped calcifications';
}

/** Of a breast that scores too high to be called negative. */
function scoreSentences(exam: StoredExam): string[] {
  return breastSides
    .filter((side) => hasRule(exam, leftToReader, side))
    .map(
      (side) =>
        `The ${side} breast scores ${shareText(exam.scores[`malignant_${side}`] ?? 0)} for malignancy, and no mass is named: look at its views again.`,
    );
}

/** What single views show beside the named findings. */
function noteSentences(views: readonly StoredView[], isSided: boolean): string[] {
  const groups = isSided ? breastSides.map((side) => views.filter((view) => view.side === side)) : [views];
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const on = (wanted: (note: string) => boolean) =>
      [...new Set(group.filter(({ notes }) => notes?.some(wanted)).map(({ view }) => view))].join(' and ');
    const breast = isSided ? `${capitalized(first.side)} breast` : 'On one image';
    const where = (shown: string) => (isSided ? ` on ${shown}` : '');
    const isForm = (note: string) => coarseForms.some((form) => note === `coarse_${form}`);
    const [coarse, spread, node] = [
      on(isForm),
      on((note) => note === 'spread'),
      on((note) => note === 'node'),
    ];
    const forms = coarseForms.filter((form) => group.some(({ notes }) => notes?.includes(`coarse_${form}`)));
    const isOpen = group.some(({ notes }) => notes?.includes('coarse_open'));
    return [
      ...(coarse === ''
        ? []
        : [
            `${breast}: coarse calcifications${where(coarse)} (${forms.map((form) => coarseWords[form]).join(', ')}), ${isOpen ? 'form and distribution for the reader to judge' : 'typically benign'}.`,
          ]),
      ...(spread === ''
        ? []
        : [
            `${breast}: bright spots over a larger area${where(spread)}; segmental or regional calcifications are possible.`,
          ]),
      ...(node === ''
        ? []
        : [`${breast}: possible axillary node${where(node)}; the search for nodes is not validated.`]),
    ];
  });
}

const limitWords: LimitWords = {
  missing_views: (values) =>
    `Missing views: ${textsIn(values, 'missing').join(', ')}. Those breasts are not assessed as a whole.`,
  too_small: (values) =>
    `Too small for calcifications and subtle masses, which are not excluded: ${textsIn(values, 'views').join(', ')}. Please upload them at full size.`,
  unread: (values) =>
    `${numberIn(values, 'count')} of ${numberIn(values, 'total')} images were not read; see the list of views.`,
};

function notAssessedSentence(views: readonly StoredView[]): string {
  const has = (note: ViewNote) => views.some(({ notes }) => notes?.includes(note));
  const all = [
    'architectural distortion, asymmetry, skin',
    ...(has('node') ? [] : ['axilla']),
    ...(has('coarse_unread') ? ['coarse calcifications'] : []),
    'comparison with priors',
  ];
  return `Not assessed: ${all.join(', ')}.`;
}

interface Taken {
  readonly isSided: boolean;
  readonly file: StoredExam['reading']['file'];
}

function techniqueSentence(views: readonly StoredView[], { isSided, file }: Taken): string {
  // As they hang: R CC, L CC, R MLO, L MLO.
  const inOrder = standardViews.flatMap((name) =>
    breastSides.flatMap((side) => views.filter((view) => view.view === name && view.side === side)),
  );
  const nameOf = ({ side, view }: StoredView) => `${side} ${view}`;
  const notes = allNotes.flatMap((note) => {
    const noted = inOrder.filter((view) => view.notes?.includes(note));
    const where = noted.length === views.length || !isSided ? '' : ` on ${noted.map(nameOf).join(', ')}`;
    return noted.length === 0 ? [] : [`; ${noteWords[note]}${where}`];
  });
  const modality = file?.isDeclared === false ? '; modality not declared, accepted by appearance' : '';
  const guessed = views.filter(({ isSideTold, isViewTold }) => !isSideTold || !isViewTold).length;
  const seen =
    guessed === 0 || !isSided
      ? ''
      : ` Side or view of ${guessed} determined from the image, not from the file: please check.`;
  const stated = views.filter(({ isStated }) => isStated).length;
  const byUser = stated === 0 ? '' : ` Side or view of ${stated} as stated at upload.`;
  const listed = isSided ? ` (${inOrder.map(nameOf).join(', ')})` : '';
  return `Technique: mammography, ${views.length} ${views.length === 1 ? 'view' : 'views'}${listed}${notes.join('')}${modality}.${seen}${byUser}`;
}

const management: Readonly<Record<number, string>> = {
  0: 'incomplete; further views or comparison with priors',
  1: 'negative; routine screening',
  2: 'benign; routine screening',
  3: 'probably benign; only after full diagnostic work-up',
  4: 'suspicious; biopsy should be considered',
  5: 'highly suggestive of malignancy; biopsy',
  6: 'known malignancy',
};

/** "BI-RADS 0, incomplete: mass in the left breast; further views …"; `what` but for negative and benign. */
function categoryWords(value: number, what = '', isSmall = false): string {
  const [meaning, ...advice] = (management[value] ?? 'not known').split('; ');
  const asFar = isSmall && value === 1 ? ', as far as so small images show' : '';
  const said = what === '' || value === 1 || value === 2 ? `${meaning}${asFar}` : `${meaning}: ${what}`;
  return `BI-RADS ${value}, ${[said, ...advice].join('; ')}`;
}

/** The category of one breast where it is not that of the exam for both; its management is said once. */
function breastWords(side: 'left' | 'right', exam: StoredExam): string[] {
  const { category } = exam.reading;
  const isImaged = (each: string) => !hasRule(exam, notImaged, each);
  if (!isImaged(side)) return [`${capitalized(side)} breast: not imaged.`];
  const part = partOf(exam, side);
  const other = side === 'left' ? 'right' : 'left';
  const isAlone = !isImaged(other);
  if (part === undefined)
    return hasRule(exam, leftToReader, side) && !isAlone ? [`${capitalized(side)} breast: no category.`] : [];
  const isWhole = part === category?.value;
  if (isWhole && (isAlone || partOf(exam, other) === part)) return [];
  return [`${capitalized(side)} breast: ${isWhole ? `BI-RADS ${part}` : categoryWords(Number(part))}.`];
}

/** Of an exam without a category, its rules say what each breast has. */
function partOf({ reading: { category, rules } }: StoredExam, side: 'left' | 'right'): string | undefined {
  const value = rules.find(({ values }) => values.side === side)?.values.value;
  return category?.parts?.[side] ?? (value == null ? undefined : String(value));
}

/** Differences between the sides of this many steps of four, or points of area, are stated. */
const asymmetryFrom = 0.75;
/** Of 25 women of a screening set 24 are below 9 points. */
const asymmetryFromPercent = 15;

export function densitySentences(facts: ExamFacts, isSided = true): string[] {
  const left = numberOf(facts, 'densityLeft');
  const right = numberOf(facts, 'densityRight');
  // The denser breast decides (ACR BI-RADS 5th edition).
  const [low, high] = [left, right]
    .filter((value) => value !== null)
    .map(categoryAt)
    .toSorted();
  if (low === undefined) return [];
  if (!isSided) return [`${densityWords(high ?? low)}.`];
  if (left === null || right === null)
    return [
      `${densityWords(low, `The ${left === null ? 'right' : 'left'} breast`)} (BI-RADS density ${letters.charAt(low)}).`,
    ];
  const [leftArea, rightArea] = [
    numberOf(facts, 'percentDensityLeft'),
    numberOf(facts, 'percentDensityRight'),
  ];
  const apart = leftArea === null || rightArea === null ? 0 : leftArea - rightArea;
  const isSteep = Math.abs(left - right) >= asymmetryFrom;
  if (isSteep || Math.abs(apart) >= asymmetryFromPercent) {
    const areas = `${rightArea?.toFixed(0)} and ${leftArea?.toFixed(0)} % of the area`;
    const more = (isSteep ? left - right : apart) > 0 ? 'left' : 'right';
    return [
      `${densityWords(high ?? low)}.`,
      isSteep
        ? `Density asymmetry: the ${more} breast is denser (BI-RADS density right ${letterOf(right)}, left ${letterOf(left)}${apart === 0 ? '' : `; ${areas}`}).`
        : `Density asymmetry: more of the ${more} breast is dense (right and left ${areas}).`,
    ];
  }
  if (high === undefined || low === high)
    return [`${densityWords(low)} (BI-RADS density ${letters.charAt(low)}).`];
  return [`Density similar, ${betweenWords(low, high, 'to')}.`];
}

/** From 0. */
function categoryAt(density: number): number {
  return Math.min(4, Math.max(1, Math.round(density))) - 1;
}

/** `b` of 2. */
function letterOf(density: number): string {
  return letters.charAt(categoryAt(density));
}
