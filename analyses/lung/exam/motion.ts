import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { median, textOf } from '@second-read/core/exam/facts';

/**
 * Lungs change from slice to slice as they do around; where they change this many times as much, they have
 * moved between the two: a breath, levels left out or shown twice (README, exams).
 */
const movedFrom = 2.3;
/** Less change than this share of the lungs is none. */
const least = 0.05;
/** Smaller lungs than this share of the largest are apex and base, where everything changes fast. */
const wholeFrom = 0.4;
/** Steps on each side of a step that say how much is usual. */
const reach = 2;
const leastUsual = 0.01;

/** Slices, from 0, behind which the lungs jump against the next slice while the slices around do not. */
export function breathedAfter(slices: readonly SeenSlice[], gapsAfter: ReadonlySet<number>): number[] {
  const profiles = slices.map(({ evidence }) =>
    [...(textOf(evidence.facts, 'lungProfile') ?? '')].map(Number),
  );
  const sizes = profiles.map((profile) => profile.reduce((sum, digit) => sum + digit, 0));
  const largest = Math.max(0, ...sizes);
  const steps = slices.slice(1).map((next, i) => {
    const [index = 0, from = 0, to = 0] = [slices[i]?.index, sizes[i], sizes[i + 1]];
    const isSmall = largest === 0 || Math.min(from, to) < wholeFrom * largest;
    if (next.index !== index + 1 || gapsAfter.has(index) || isSmall) return null;
    return { index, change: changeOf(profiles[i] ?? [], profiles[i + 1] ?? []) / ((from + to) / 2) };
  });
  return steps.flatMap((step, i) => {
    const around = [-reach, -1, 1, reach].map((by) => steps[i + by]);
    const known = around.filter((each) => each !== null && each !== undefined);
    if (!step || known.length < around.length || step.change < least) return [];
    const usual = Math.max(leastUsual, median(known.map(({ change }) => change)));
    return step.change >= movedFrom * usual ? [step.index] : [];
  });
}

function changeOf(one: readonly number[], next: readonly number[]): number {
  return one.reduce((sum, digit, i) => sum + Math.abs(digit - (next[i] ?? 0)), 0);
}
