import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { median, numberOf } from '@second-read/core/exam/facts';

/**
 * The skull of neighboring slices lies within 0.8 % of its width of where their neighbors lead (90 % of 53
 * heads of CT-ICH); beyond this share the head has moved: 2 mm of 135 (README, exams).
 */
const movedFrom = 0.015;
/** Where the skull's width or height changes faster than this, its outline is another part of the head. */
const maxChange = 0.03;
/** Steps on each side of a step that say where it should lead. */
const reach = 2;

interface Outline {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Slices, from 0, behind which the head has moved: the outline of the skull jumps against the next slice, and
 * the slices around do not. Only where the skull keeps its size, and not over missing slices.
 */
export function movedAfter(slices: readonly SeenSlice[], gapsAfter: ReadonlySet<number>): number[] {
  const outlines = slices.map(outlineOf);
  const steps = outlines.slice(1).map((next, i) => stepOf(outlines[i], next, gapsAfter));
  return steps.flatMap((step, i) => {
    const around = [-2, -1, 1, 2].flatMap((by) => (steps[i + by] === undefined ? [] : [steps[i + by]]));
    const known = around.filter((each) => each !== null && each !== undefined);
    if (!step || around.length <= reach || known.length < around.length) return [];
    const off = Math.hypot(
      step.x - median(known.map(({ x }) => x)),
      step.y - median(known.map(({ y }) => y)),
    );
    return off >= movedFrom ? [step.index] : [];
  });
}

/** From one slice to the next, shares of the skull's width; null where they cannot be compared. */
function stepOf(one: Outline | undefined, next: Outline | undefined, gapsAfter: ReadonlySet<number>) {
  if (!one || !next || next.index !== one.index + 1 || gapsAfter.has(one.index)) return null;
  const grows = Math.abs(next.width - one.width) / one.width;
  const rises = Math.abs(next.height - one.height) / one.height;
  if (grows >= maxChange || rises >= maxChange) return null;
  return { index: one.index, x: (next.x - one.x) / one.width, y: (next.y - one.y) / one.width };
}

function outlineOf({ index, evidence: { facts } }: SeenSlice): Outline | undefined {
  const [x, y] = [numberOf(facts, 'boneX'), numberOf(facts, 'boneY')];
  const [width, height] = [numberOf(facts, 'boneWidth'), numberOf(facts, 'boneHeight')];
  if (x === null || y === null || !width || !height) return undefined;
  return { index, x, y, width, height };
}
