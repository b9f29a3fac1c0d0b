import type { ExamFacts, ExamWording, StoredView } from '@second-read/core/exam/exam-reading';
import { numberOf } from '@second-read/core/exam/facts';
import {
  type LimitWords,
  limitSentences,
  numberIn,
  textsIn,
} from '@second-read/core/exam/report/limit-words';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { fileSentences } from '@second-read/core/reading/file-facts';
import { capitalized } from '@second-read/core/report/sentences';
import { fileWords } from '../report/file-words.ts';
import { missedWords } from '../report/words.ts';
import { bySuspicion, wholeRule } from './category.ts';
import { lesionSentence, lesionsInWords } from './lesion-words.ts';
import { ruleWords } from './rule-words.ts';
import { breastSides } from './views.ts';

/** The sentences of a mammography, of its codes alone: as the engine read it, and as a reader changed it. */
export function wordingOf(exam: StoredExam): ExamWording {
  const { facts, file, views = [], category, rules } = exam.reading;
  const lesions = exam.findings.filter(({ found }) => found).toSorted(bySuspicion);
  const isGiven = category?.reason !== undefined;
  // Of a category that the reader gives, nothing that leads to another.
  const breasts = isGiven ? [] : breastSides.map((side) => breastWords(side, exam));
  const given = isGiven ? ', given by the reader' : '';
  const whole = categoryWords(Number(category?.value ?? 0), lesionsInWords(lesions));
  return {
    conclusion: [`${whole}${given}.`, ...breasts].join(' '),
    findings: [
      ...densitySentences(facts),
      ...(lesions.length === 0
        ? ['No mass or grouped calcifications identified on any view.']
        : lesions.map((lesion) => lesionSentence(lesion, views))),
    ],
    notAssessed: [
      ...limitSentences(exam, limitWords),
      'Not assessed: architectural distortion, skin, comparison with priors.',
      ...fileSentences(file, fileWords),
      ...(lesions.length === 0 ? [missedWords] : []),
    ],
    technique: views.length === 0 ? [] : [techniqueSentence(views)],
    trace: rules.filter(({ id }) => !isGiven || id !== wholeRule).map((rule) => ruleWords(rule, exam)),
  };
}

const limitWords: LimitWords = {
  missing_views: (values) =>
    `Missing views: ${textsIn(values, 'missing').join(', ')}. Those breasts are not assessed as a whole.`,
  unread: (values) =>
    `${numberIn(values, 'count')} of ${numberIn(values, 'total')} images were not read; see the list of views.`,
};

function techniqueSentence(views: readonly StoredView[]): string {
  const listed = views.map(({ side, view }) => `${side} ${view}`).join(', ');
  const guessed = views.filter(({ isSideTold, isViewTold }) => !isSideTold || !isViewTold).length;
  const seen =
    guessed === 0
      ? ''
      : ` Side or view of ${guessed} determined from the image, not from the file: please check.`;
  const stated = views.filter(({ isStated }) => isStated).length;
  const byUser = stated === 0 ? '' : ` Side or view of ${stated} as stated at upload.`;
  return `Technique: mammography, ${views.length} ${views.length === 1 ? 'view' : 'views'} (${listed}).${seen}${byUser}`;
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
function categoryWords(value: number, what = ''): string {
  const [meaning, ...advice] = (management[value] ?? 'not known').split('; ');
  const said = what === '' || value === 1 || value === 2 ? meaning : `${meaning}: ${what}`;
  return `BI-RADS ${value}, ${[said, ...advice].join('; ')}`;
}

/** The category of one breast; its management is said once where it is that of the exam. */
function breastWords(side: 'left' | 'right', { reading: { category } }: StoredExam): string {
  const part = Number(category?.parts?.[side] ?? 0);
  const isWhole = String(part) === category?.value;
  return `${capitalized(side)} breast: ${isWhole ? `BI-RADS ${part}` : categoryWords(part)}.`;
}

/** The density sentences of 21 CFR 900.12(c)(1)(vi), by category from 1. */
const densityWords = [
  'The breasts are almost entirely fatty.',
  'There are scattered areas of fibroglandular density.',
  'The breasts are heterogeneously dense, which may obscure small masses.',
  'The breasts are extremely dense, which lowers the sensitivity of mammography.',
] as const;

/** Differences of density between the sides of this many steps of four are stated. */
const asymmetryFrom = 0.75;

export function densitySentences(facts: ExamFacts): string[] {
  const left = numberOf(facts, 'densityLeft');
  const right = numberOf(facts, 'densityRight');
  const words = (category: number) => densityWords[category - 1] ?? densityWords[3];
  const sides = [left, right].filter((value) => value !== null);
  if (sides.length === 0) return [];
  // The denser breast decides (ACR BI-RADS 5th edition).
  const overall = words(Math.round(Math.max(...sides)));
  if (left === null || right === null) return [overall];
  const differs = Math.abs(left - right) >= asymmetryFrom;
  const each = `right ${letterOf(right)}, left ${letterOf(left)}`;
  return [
    overall,
    differs
      ? `Density asymmetry: the ${left > right ? 'left' : 'right'} breast is denser (ACR ${each}; ${Math.abs(left - right).toFixed(1)} steps apart).`
      : `No density asymmetry (ACR ${each}).`,
  ];
}

/** `b` of 2. */
function letterOf(density: number): string {
  return 'abcd'.charAt(Math.min(4, Math.max(1, Math.round(density))) - 1);
}
