import { examFile } from '@second-read/core/exam/exam-file';
import { seenSlices } from '@second-read/core/exam/exam-slice';
import { isSet, numberOf, rounded } from '@second-read/core/exam/facts';
import {
  type ExamFinding,
  type ExamModule,
  type ExamReport,
  notFound,
} from '@second-read/core/exam/report/exam-report';
import { limitIf } from '@second-read/core/exam/report/limit-words';
import { birads, bySuspicion, worst } from './exam/category.ts';
import { type MatchedLesion, matchViews, type ViewMark } from './exam/matches.ts';
import { placeFacts, placeIn } from './exam/place-facts.ts';
import {
  type BreastSide,
  beforeWorkUp,
  type ExamView,
  isGuessWrong,
  missingViews,
  storedView,
  viewsOf,
} from './exam/views.ts';

/** One mammography: both breasts, their views matched, one category each and one for the exam. */
export const exam: ExamModule = {
  prefers: 'soft',
  isStack: false,
  read(slices): ExamReport {
    const views = viewsOf(seenSlices(slices));
    const lesions = matchViews(views);
    const file = examFile(views.map(({ slice }) => slice));
    const missing = missingViews(views);
    const unread = slices.length - views.length;
    const shown = new Set(lesions.flatMap(({ marks }) => marks.map(({ view }) => view)));
    const stored = views.map((view) => storedView(view, shown.has(view)));
    const found = lesions.length === 0 ? [noLesion(views)] : numbered(lesions);
    // A side that was inferred wrongly is none.
    const isUnsided = isGuessWrong(stored) && !views.every(({ isSideTold }) => isSideTold);
    const findings = isUnsided ? found.map((each) => ({ ...each, side: null })) : found;
    const scores = scoresOf(views, lesions);
    const small = stored.filter(({ notes }) => notes?.includes('too_small'));
    return {
      reading: {
        facts: {
          viewsRead: views.length,
          sides: views.every(({ isSideTold }) => isSideTold) ? 'file' : 'assumed',
          densityLeft: rounded(densityOf(views, 'left'), 2),
          densityRight: rounded(densityOf(views, 'right'), 2),
          percentDensityLeft: rounded(densityOf(views, 'left', 'percentDensity')),
          percentDensityRight: rounded(densityOf(views, 'right', 'percentDensity')),
        },
        limits: [
          ...limitIf(missing.length > 0, 'missing_views', { missing }),
          ...limitIf(small.length > 0, 'too_small', {
            views: small.map(({ side, view }) => `${side} ${view}`),
          }),
          ...limitIf(unread > 0, 'unread', { count: unread, total: slices.length }),
        ],
        technique: null,
        ...(file && { file }),
        views: stored,
      },
      findings,
      scores: { ...scores, birads: birads({ findings, reading: { views: stored }, scores }) },
    };
  },
};

/** The most suspicious first, numbered within their types. */
function numbered(lesions: readonly MatchedLesion[]): ExamFinding[] {
  const counts = new Map<string, number>();
  return lesions
    .map((lesion) => findingOf(lesion))
    .toSorted(bySuspicion)
    .map((finding) => {
      const number = (counts.get(finding.type) ?? 0) + 1;
      counts.set(finding.type, number);
      return { ...finding, id: `${finding.type}-${number}` };
    });
}

function findingOf({ side, type, marks, score, apart }: MatchedLesion): ExamFinding {
  const sizes = marks.flatMap(({ mark }) => numberOf(mark.facts, 'sizeMm') ?? []);
  const malignant = marks.flatMap(({ mark }) => numberOf(mark.facts, 'malignant') ?? []);
  return {
    id: '',
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
      ...sizeOf(mark),
    })),
    facts: {
      /** The most suspicious of its views: what it carries of the breast's category. */
      category: beforeWorkUp(
        worst(marks.map(({ mark, view }) => numberOf(mark.facts, 'category') ?? view.category)) ?? 0,
      ),
      views: marks.map(({ view }) => view.view).join('+'),
      nippleDistanceApart: rounded(apart, 3),
      nippleMm: marks.map((mark) => rounded(nippleMm(mark), 0) ?? '?').join('+'),
      nipplePercent: marks.map(nipplePercent).join('+'),
      ...placeFacts(marks.map(({ view: { view }, mark: { facts } }) => ({ view, ...placeIn(facts) }))),
      ...(sizes.length === 0 && { sizeMmEstimated: estimatedMm(marks) }),
      malignant: malignant.length === 0 ? null : rounded(Math.max(...malignant), 4),
      ...(marks.some(({ mark }) => isSet(mark.facts, 'atBorder')) && { atBorder: true }),
    },
  };
}

function sizeOf({ facts }: ViewMark['mark']) {
  const diameterMm = rounded(numberOf(facts, 'sizeMm'));
  return diameterMm === null ? {} : { diameterMm };
}

/**
 * That nothing was named, with the likeliest place for whom a higher sensitivity matters: its score says how
 * much it looks like a lesion, not how likely it is that there is none.
 */
function noLesion(views: readonly ExamView[]): ExamFinding {
  const marks = views.flatMap((view) => view.slice.evidence.marks.map((mark) => ({ view, mark })));
  const [first] = marks.toSorted((a, b) => b.mark.score - a.mark.score);
  const base = { ...notFound, id: 'mass-1', type: 'mass' };
  if (first === undefined) return base;
  const { view, mark } = first;
  return {
    ...base,
    ...{ id: `${mark.type}-1`, type: mark.type },
    side: view.side,
    slices: [{ slice: view.slice.index, file: view.slice.file, box: mark.box, score: mark.score }],
  };
}

/** Of the views of one breast: the mean of their log-odds, which tells better than the highest (README). */
function meanProbability(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + Math.log(value / (1 - value)), 0);
  return 1 / (1 + Math.exp(-sum / values.length));
}

function scoresOf(views: readonly ExamView[], lesions: readonly MatchedLesion[]) {
  const ofBreast = (name: string, side: BreastSide) =>
    rounded(
      meanProbability(
        views.flatMap((view) =>
          view.side === side ? (numberOf(view.slice.evidence.facts, name) ?? []) : [],
        ),
      ),
      4,
    );
  const higher = (name: string) => {
    const breasts = [ofBreast(name, 'left'), ofBreast(name, 'right')].filter((value) => value !== null);
    return breasts.length === 0 ? null : Math.max(...breasts);
  };
  return {
    lesion: rounded(
      lesions[0]?.score ??
        Math.max(0, ...views.flatMap(({ slice }) => slice.evidence.marks.map(({ score }) => score))),
      4,
    ),
    malignant: higher('malignant'),
    malignant_left: ofBreast('malignant', 'left'),
    malignant_right: ofBreast('malignant', 'right'),
    abnormal: higher('abnormal'),
  };
}

/** Null where the film has no pixel size, or no nipple was found. */
function nippleMm({ view, mark }: ViewMark): number | null {
  const { facts } = view.slice.evidence;
  const [depthPx, mmPerPixel] = [numberOf(facts, 'breastDepthPx'), numberOf(facts, 'mmPerPixel')];
  const share = numberOf(mark.facts, 'nippleShare');
  return share === null || depthPx === null || mmPerPixel === null ? null : share * depthPx * mmPerPixel;
}

function nipplePercent({ mark }: ViewMark): string {
  const share = numberOf(mark.facts, 'nippleShare');
  return share === null ? '?' : (100 * share).toFixed(0);
}

function estimatedMm(marks: readonly ViewMark[]): number | null {
  return rounded(marks.flatMap(({ mark }) => numberOf(mark.facts, 'sizeMmEstimated') ?? [])[0] ?? null);
}

function densityOf(views: readonly ExamView[], side: ExamView['side'], name = 'density'): number | null {
  const values = views.flatMap((view) =>
    view.side === side ? (numberOf(view.slice.evidence.facts, name) ?? []) : [],
  );
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
