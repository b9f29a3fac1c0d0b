import { seenSlices } from '@second-read/core/exam/exam-slice';
import { isSet, numberOf, rounded } from '@second-read/core/exam/facts';
import type { ExamFinding, ExamModule, ExamReport } from '@second-read/core/exam/report/exam-report';
import { categoryOfBreast, categoryOfExam } from './exam/category.ts';
import { type MatchedLesion, matchViews } from './exam/matches.ts';
import { type ExamView, missingViews, viewsOf } from './exam/views.ts';
import {
  breastWords,
  categoryWords,
  densityOf,
  densitySentences,
  lesionSentence,
  lesionsInWords,
  nippleMm,
} from './exam/words.ts';

/** The density sentences of 21 CFR 900.12(c)(1)(vi), by category from 1. */
const densityWords = [
  'The breasts are almost entirely fatty.',
  'There are scattered areas of fibroglandular density.',
  'The breasts are heterogeneously dense, which may obscure small masses.',
  'The breasts are extremely dense, which lowers the sensitivity of mammography.',
] as const;

/** One mammography: both breasts, their views matched, one category each and one for the exam. */
export const exam: ExamModule = {
  prefers: 'soft',
  isStack: false,
  read(slices): ExamReport {
    const views = viewsOf(seenSlices(slices));
    const lesions = matchViews(views);
    const breasts = (['right', 'left'] as const).map((side) => categoryOfBreast(side, views));
    const whole = categoryOfExam(breasts);
    const missing = missingViews(views);
    const named = breasts.map((breast) => breastWords(breast, whole.value));
    return {
      reading: {
        module: 'breast',
        kind: 'exam',
        version: 1,
        conclusion: `${categoryWords(whole.value, lesionsInWords(lesions))}. ${named.join(' ')}`,
        findings: [
          ...densitySentences(views, (category) => densityWords[category - 1] ?? densityWords[3]),
          ...(lesions.length === 0
            ? ['No mass or grouped calcifications identified on any view.']
            : lesions.map((lesion) => lesionSentence(lesion, views))),
        ],
        notAssessed: [
          ...(missing.length > 0
            ? [`Missing views: ${missing.join(', ')}. Those breasts are not assessed as a whole.`]
            : []),
          ...unread(slices.length - views.length, slices.length),
          'Not assessed: architectural distortion, skin, comparison with priors.',
        ],
        technique: [techniqueOf(views)],
        rules: [...breasts.map(({ rule }) => rule), whole.rule],
        category: {
          system: 'birads',
          value: String(whole.value),
          parts: Object.fromEntries(breasts.map(({ side, value }) => [side, String(value)])),
        },
        keySlices: lesions.flatMap(({ marks, type }) =>
          marks.map(({ view: { slice } }) => ({ slice: slice.index, file: slice.file, shows: type })),
        ),
        facts: {
          viewsRead: views.length,
          missingViews: missing.join(', '),
          densityLeft: rounded(densityOf(views, 'left'), 2),
          densityRight: rounded(densityOf(views, 'right'), 2),
        },
      },
      findings: lesions.length === 0 ? [noLesion(views)] : numbered(lesions),
      scores: scoresOf(views, lesions, whole.value),
    };
  },
};

function unread(count: number, total: number): string[] {
  return count === 0 ? [] : [`${count} of ${total} pictures were not read; see the list of views.`];
}

function numbered(lesions: readonly MatchedLesion[]): ExamFinding[] {
  const counts = new Map<string, number>();
  return lesions.map((lesion) => {
    const number = (counts.get(lesion.type) ?? 0) + 1;
    counts.set(lesion.type, number);
    return findingOf(lesion, number);
  });
}

function findingOf({ side, type, marks, score, apart }: MatchedLesion, number: number): ExamFinding {
  const sizes = marks.flatMap(({ mark }) => numberOf(mark.facts, 'sizeMm') ?? []);
  const malignant = marks.flatMap(({ mark }) => numberOf(mark.facts, 'malignant') ?? []);
  return {
    id: `${type}-${number}`,
    type,
    found: true,
    probability: rounded(score, 4),
    side,
    volumeMl: null,
    diameterMm: sizes.length === 0 ? null : rounded(Math.max(...sizes)),
    slices: marks.map(({ view: { slice }, mark }) => ({
      slice: slice.index,
      file: slice.file,
      box: mark.box,
      score: rounded(mark.score, 4) ?? 0,
    })),
    facts: {
      views: marks.map(({ view }) => view.view).join('+'),
      nippleDistanceApart: rounded(apart, 3),
      nippleMm: marks.map((mark) => rounded(nippleMm(mark), 0) ?? '?').join('+'),
      malignant: malignant.length === 0 ? null : rounded(Math.max(...malignant), 4),
    },
  };
}

/** That nothing was named, with the likeliest place for whom a higher sensitivity matters. */
function noLesion(views: readonly ExamView[]): ExamFinding {
  const marks = views.flatMap((view) => view.slice.evidence.marks.map((mark) => ({ view, mark })));
  const [first] = marks.toSorted((a, b) => b.mark.score - a.mark.score);
  const base = { id: 'mass-1', type: 'mass', found: false, volumeMl: null, diameterMm: null, facts: {} };
  if (first === undefined) return { ...base, probability: null, side: null, slices: [] };
  const { view, mark } = first;
  return {
    ...base,
    type: mark.type,
    probability: rounded(mark.score, 4),
    side: view.side,
    slices: [{ slice: view.slice.index, file: view.slice.file, box: mark.box, score: mark.score }],
  };
}

function scoresOf(views: readonly ExamView[], lesions: readonly MatchedLesion[], birads: number) {
  const highest = (name: string, side?: ExamView['side']) => {
    const own = views.filter((view) => side === undefined || view.side === side);
    const values = own.flatMap((view) => numberOf(view.slice.evidence.facts, name) ?? []);
    return values.length === 0 ? null : rounded(Math.max(...values), 4);
  };
  return {
    lesion: rounded(
      lesions[0]?.score ??
        Math.max(0, ...views.flatMap(({ slice }) => slice.evidence.marks.map(({ score }) => score))),
      4,
    ),
    malignant: highest('malignant'),
    malignant_left: highest('malignant', 'left'),
    malignant_right: highest('malignant', 'right'),
    abnormal: highest('abnormal'),
    birads,
  };
}

function techniqueOf(views: readonly ExamView[]): string {
  const listed = views.map(({ side, view }) => `${side} ${view}`).join(', ');
  const guessed = views.filter(({ isSideTold, isViewTold }) => !isSideTold || !isViewTold).length;
  const told =
    guessed === 0
      ? ''
      : ` Side or view of ${guessed} told from the picture, not from the file: please check.`;
  const stated = views.filter(({ slice }) => isSet(slice.evidence.facts, 'saidByUser')).length;
  const byUser = stated === 0 ? '' : ` Side or view of ${stated} as stated at upload.`;
  return `Technique: mammography, ${views.length} ${views.length === 1 ? 'view' : 'views'} (${listed}).${told}${byUser}`;
}
