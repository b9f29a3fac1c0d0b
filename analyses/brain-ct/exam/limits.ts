import type { ExamLimit } from '@second-read/core/exam/exam-reading';
import type { ExamSlice, SeenSlice } from '@second-read/core/exam/exam-slice';
import { textOf } from '@second-read/core/exam/facts';
import { metalSlices } from '@second-read/core/exam/metal';
import { sharpnessByNoise } from '@second-read/core/exam/noise';
import {
  gapWords,
  type LimitWords,
  limitIf,
  numberIn,
  numbersIn,
  textsIn,
} from '@second-read/core/exam/report/limit-words';
import { sliceList, sliceSpan } from '@second-read/core/exam/report/slice-words';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { SliceLevel } from '../reading/codes.ts';
import { movedAfter } from './motion.ts';

/** A head is some 130 mm high; with less of it shown, levels are missing. */
const wholeHeadMm = 100;
const fewSlices = 12;
const levels = ['posterior fossa', 'basal cisterns', 'lateral ventricles', 'convexity'] as const;

/** What of the exam limits its reading, in codes. */
export function limitsOf(
  slices: readonly ExamSlice[],
  seen: readonly SeenSlice[],
  { gaps, sharpness }: StackFacts,
): ExamLimit[] {
  const [total, unread] = [slices.length, slices.length - seen.length];
  const missing = levels.filter(
    (level) => !seen.some(({ evidence }) => textOf(evidence.facts, 'level') === level),
  );
  const mm = extentMm(seen);
  const isShort = mm !== null && mm < wholeHeadMm && seen.length >= fewSlices;
  const moved = movedAfter(seen, new Set(gaps.map(({ after }) => after)));
  const metal = metalSlices(seen);
  const unlike = unlikeSlices(seen);
  return [
    ...limitIf(seen.length < fewSlices, 'few_slices', { count: seen.length }),
    ...limitIf(isShort, 'short', { mm: mm ?? 0 }),
    ...limitIf(missing.length > 0, 'levels', { missing: [...missing] }),
    ...limitIf(unread > 0, 'unread', { count: unread, total }),
    ...gaps.map(({ after, missing: count }) => ({ code: 'gap', values: { after, missing: count } })),
    ...limitIf(moved.length > 0, 'motion', { after: moved }),
    ...limitIf(metal.length > 0, 'metal', { slices: metal }),
    ...sharpnessLimits(seen, sharpness),
    ...limitIf(unlike > seen.length / 4, 'unlike', { count: unlike }),
  ];
}

/** By the name of the kernel or the series, else by the noise. */
function sharpnessLimits(seen: readonly SeenSlice[], named: StackFacts['sharpness']): ExamLimit[] {
  const sharpness = named ?? sharpnessByNoise(seen);
  const isMeasured = seen.some(({ isHounsfield }) => isHounsfield);
  return [
    ...limitIf(sharpness === 'sharp', named === undefined ? 'sharp_by_noise' : 'sharp'),
    ...limitIf(sharpness === undefined && isMeasured, 'sharpness_unknown'),
  ];
}

function extentMm(seen: readonly SeenSlice[]): number | null {
  const places = seen.flatMap(({ placeMm }) => placeMm ?? []);
  return places.length < 2 ? null : Math.max(...places) - Math.min(...places);
}

function unlikeSlices(seen: readonly SeenSlice[]): number {
  return seen.filter(({ evidence: { facts } }) => {
    return textOf(facts, 'level') !== 'face' && textOf(facts, 'unlike') !== null;
  }).length;
}

/** Whether the limits say that no slice was recognized at a level. */
export function isLevelMissing({ reading }: StoredExam, level: SliceLevel): boolean {
  return reading.limits.some(
    ({ code, values }) => code === 'levels' && textsIn(values, 'missing').includes(level),
  );
}

export const limitWords: LimitWords = {
  few_slices: (values) =>
    `${numberIn(values, 'count') === 1 ? '1 slice was' : `${numberIn(values, 'count')} slices were`} read: a part of the head, or coarse steps; disease between them is missed.`,
  short: (values) => `The slices cover ${numberIn(values, 'mm').toFixed(0)} mm: not the whole head.`,
  levels: (values) =>
    `No slice was recognized at the level of the ${textsIn(values, 'missing').join(', ')}: not assessed there.`,
  unread: (values) =>
    `${numberIn(values, 'count')} of ${numberIn(values, 'total')} slices were not read; see the list of slices.`,
  gap: (_, slices, all) => gapWords(all, slices, 'volumes leave that part out'),
  motion: (values, slices) =>
    `Motion behind ${sliceList(numbersIn(values, 'after'), slices)}: parts may be missing or shown twice there, volumes across are less certain.`,
  metal: (values, slices) =>
    `Metal on ${sliceSpan(numbersIn(values, 'slices'), slices)}: its streaks may hide blood or look like it there.`,
  sharp: () => 'Sharp (bone) reconstruction: its noise hides small or faint hemorrhage and hypodensity.',
  sharp_by_noise: () =>
    'Sharp (bone) reconstruction by its noise: its noise hides small or faint hemorrhage and hypodensity.',
  sharpness_unknown: () => 'The sharpness of the reconstruction is unknown.',
  unlike: (values) =>
    `${numberIn(values, 'count')} slices are unlike those that the reading was measured on: hemorrhage is not excluded there.`,
};
