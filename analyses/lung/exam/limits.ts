import type { ExamLimit } from '@second-read/core/exam/exam-reading';
import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { isSet, numberOf } from '@second-read/core/exam/facts';
import { metalSlices } from '@second-read/core/exam/metal';
import {
  gapWords,
  type LimitWords,
  limitIf,
  numberIn,
  numbersIn,
  textsIn,
} from '@second-read/core/exam/report/limit-words';
import { sliceList, sliceSpan } from '@second-read/core/exam/report/slice-words';
import { spacingWords } from '@second-read/core/exam/stack/slabs';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import type { WholeLungs } from './lungs.ts';
import { breathedAfter } from './motion.ts';

/** Fewer are not the whole chest. */
export const fewSlices = 15;
/** Slices farther apart miss nodules. */
const coarseFromMm = 3;

/** What of the exam limits its reading, in codes. */
export function limitsOf(
  total: number,
  seen: readonly SeenSlice[],
  { extent }: WholeLungs,
  stack: StackFacts,
): ExamLimit[] {
  const { spacingMm, unevenMm, gaps } = stack;
  const clipped = seen.filter(({ evidence }) => isSet(evidence.facts, 'isClipped')).length;
  const metal = metalSlices(seen);
  const moved = breathedAfter(seen, new Set(gaps.map(({ after }) => after)));
  const { least = spacingMm ?? 0, most = spacingMm ?? 0 } = unevenMm ?? {};
  return [
    ...limitIf(extent === undefined, 'no_lungs'),
    ...limitIf(seen.length < fewSlices, 'few_slices', { count: seen.length }),
    ...cutEnds(seen, stack),
    ...limitIf(seen.length < total, 'unread', { count: total - seen.length, total }),
    ...limitIf((spacingMm ?? 0) > coarseFromMm, 'coarse', { least, most }),
    ...gaps.map(({ after, missing }) => ({ code: 'gap', values: { after, missing } })),
    ...limitIf(metal.length > 0, 'metal', { slices: metal }),
    ...limitIf(moved.length > 0, 'breath', { after: moved }),
    ...limitIf(clipped > seen.length / 3, 'black_window'),
  ];
}

/**
 * At the ends of whole chests lungs are at most 5 % as large as where they are largest (four series): with
 * more than this share they go on beyond the slices.
 */
const endsFrom = 0.15;

/** The base or the apex, where the slices end within the lungs. */
function cutEnds(seen: readonly SeenSlice[], { orderedBy }: StackFacts): ExamLimit[] {
  const areas = seen.map(
    ({ evidence: { facts } }) => (numberOf(facts, 'leftPx') ?? 0) + (numberOf(facts, 'rightPx') ?? 0),
  );
  const isCut = (area: number | undefined) => (area ?? 0) > endsFrom * Math.max(1, ...areas);
  // Slices with places run from the base up; of others the direction is not known.
  const isPlaced = orderedBy === 'position';
  const names = isPlaced ? ['base', 'apex'] : ['first', 'last'];
  const ends = names.filter((_, i) => isCut(areas.at(-i)));
  const code = isPlaced ? 'cut' : 'cut_unplaced';
  return limitIf(seen.length >= fewSlices && ends.length > 0, code, { ends });
}

export const limitWords: LimitWords = {
  no_lungs: () => 'No lung was found: nodules and opacities are not assessed.',
  few_slices: (values) => `${numberIn(values, 'count')} slices were read: not the whole chest.`,
  cut: (values) =>
    `The lungs go on beyond the slices at the ${textsIn(values, 'ends').join(' and ')}: not assessed there, lung volume too small.`,
  cut_unplaced: (values) =>
    `The lungs go on beyond the ${textsIn(values, 'ends').join(' and ')} slice: not assessed there.`,
  unread: (values) =>
    `${numberIn(values, 'count')} of ${numberIn(values, 'total')} slices were not read; see the list of slices.`,
  coarse: (values) => {
    const [least, most] = [numberIn(values, 'least'), numberIn(values, 'most')];
    const spacing = spacingWords({ spacingMm: least, unevenMm: { least, most } });
    return `Slices ${spacing}: nodules below ${Math.ceil(most)} mm may be missed, volumes are coarse.`;
  },
  gap: (_, slices, all) => gapWords(all, slices, 'nothing is linked over them'),
  metal: (values, slices) =>
    `Metal or undiluted contrast medium on ${sliceSpan(numbersIn(values, 'slices'), slices)}: its streaks may hide nodules or look like opacities there.`,
  breath: (values, slices) =>
    `Respiratory motion behind ${sliceList(numbersIn(values, 'after'), slices)}: nodules may be missing or shown twice there.`,
  black_window: () =>
    'The window shows the lungs black: small nodules and faint opacities cannot be seen; masses were looked for.',
};
