import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { numberOf } from '@second-read/core/exam/facts';

/**
 * From one slice to the next the area of the lungs changes as around it; beyond this (natural logarithm) the
 * lungs have moved between the two: a breath, or a level shown twice or left out (README, exams).
 */
const movedFrom = 0.12;
/** Smaller lungs than this share of the largest are apex and base, where areas change fast. */
const wholeFrom = 0.4;
/** Steps on each side of a step that say where it should lead. */
const reach = 2;

/** Slices, from 0, behind which the lungs jump against the next slice while the slices around do not. */
export function breathedAfter(slices: readonly SeenSlice[], gapsAfter: ReadonlySet<number>): number[] {
  const areas = slices.map(
    ({ evidence: { facts } }) => (numberOf(facts, 'leftPx') ?? 0) + (numberOf(facts, 'rightPx') ?? 0),
  );
  const largest = Math.max(0, ...areas);
  const steps = slices.slice(1).map((next, i) => {
    const [index = 0, from = 0, to = 0] = [slices[i]?.index, areas[i], areas[i + 1]];
    if (next.index !== index + 1 || gapsAfter.has(index) || Math.min(from, to) < wholeFrom * largest)
      return null;
    return { index, change: Math.log(to / from) };
  });
  return steps.flatMap((step, i) => {
    const around = [-reach, -1, 1, reach].map((by) => steps[i + by]);
    const known = around.filter((each) => each !== null && each !== undefined);
    if (!step || known.length < around.length) return [];
    const usual = median(known.map(({ change }) => change));
    return Math.abs(step.change - usual) >= movedFrom ? [step.index] : [];
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
