import type { ExamSlice, SeenSlice } from '@second-read/core/exam/exam-slice';
import { textOf } from '@second-read/core/exam/facts';
import { sliceWords } from '@second-read/core/exam/marks/finding-marks';
import { metalSlices } from '@second-read/core/exam/metal';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import { movedAfter } from './motion.ts';

/** A head is some 130 mm high; with less of it shown, levels are missing. */
const wholeHeadMm = 100;
const fewSlices = 12;
const levels = ['posterior fossa', 'basal cisterns', 'lateral ventricles', 'convexity'] as const;

/** What of the exam limits its reading, each a sentence that says what it costs. */
export function limitsOf(
  slices: readonly ExamSlice[],
  seen: readonly SeenSlice[],
  stack: StackFacts,
): string[] {
  const missing = levels.filter(
    (level) => !seen.some(({ evidence }) => textOf(evidence.facts, 'level') === level),
  );
  const unread = slices.length - seen.length;
  const places = seen.flatMap(({ placeMm }) => placeMm ?? []);
  const extent = places.length < 2 ? null : Math.max(...places) - Math.min(...places);
  const unlike = seen.filter(({ evidence }) => {
    const level = textOf(evidence.facts, 'level');
    return level !== 'face' && textOf(evidence.facts, 'unlike') !== null;
  });
  return [
    ...(seen.length < fewSlices
      ? [
          `${seen.length} slices were read: a part of the head, or coarse steps; disease between them is missed.`,
        ]
      : []),
    ...(extent !== null && extent < wholeHeadMm && seen.length >= fewSlices
      ? [`The slices cover ${extent.toFixed(0)} mm: not the whole head.`]
      : []),
    ...(missing.length > 0
      ? [`No slice was recognized at the level of the ${missing.join(', ')}: not assessed there.`]
      : []),
    ...(unread > 0 ? [`${unread} of ${slices.length} slices were not read; see the list of slices.`] : []),
    ...stack.gaps.map(
      ({ after, missing: count }) =>
        `${count} ${count === 1 ? 'slice is' : 'slices are'} missing behind slice ${after + 1}: volumes leave that part out.`,
    ),
    ...motionWords(movedAfter(seen, new Set(stack.gaps.map(({ after }) => after)))),
    ...metalWords(metalSlices(seen)),
    ...(stack.contrast === undefined
      ? []
      : ['Contrast medium is on record: enhancement and fresh blood look alike.']),
    ...(unlike.length > seen.length / 4
      ? [
          `${unlike.length} slices are unlike those that the reading was measured on: hemorrhage is not excluded there.`,
        ]
      : []),
  ];
}

function metalWords(shown: readonly number[]): string[] {
  if (shown.length === 0) return [];
  return [`Metal on ${sliceWords(shown)}: its streaks may hide blood or look like it there.`];
}

function motionWords(moved: readonly number[]): string[] {
  const [first] = moved;
  if (first === undefined) return [];
  const behind = moved.map((slice) => slice + 1).join(', ');
  const name = moved.length === 1 ? `slice ${behind}` : `slices ${behind}`;
  return [
    `The head moved behind ${name}: parts may be missing or shown twice there, volumes across are less certain.`,
  ];
}

export function techniqueOf(seen: readonly SeenSlice[], stack: StackFacts): string[] {
  const isMeasured = seen.some(({ isHounsfield }) => isHounsfield);
  const spacing =
    stack.spacingMm === null ? 'slice positions unknown' : `${stack.spacingMm.toFixed(1)} mm apart`;
  const order = {
    position: 'ordered by position from the base up',
    'instance number': 'ordered by instance number',
    name: 'ordered by file name',
  }[stack.orderedBy];
  const pixel = seen.some(({ pixelMm }) => pixelMm !== null)
    ? ''
    : ', no pixel size: lengths in shares of the skull';
  const tilt =
    stack.tiltDegrees !== null && stack.tiltDegrees > 1
      ? `, gantry tilt ${stack.tiltDegrees.toFixed(0)}°`
      : '';
  return [
    `Technique: head CT, ${seen.length} axial slices, ${spacing}${tilt}, ${order}, ${isMeasured ? 'densities in HU' : 'densities estimated from the picture'}${pixel}.`,
    ...(stack.choice === undefined ? [] : [stack.choice]),
  ];
}
