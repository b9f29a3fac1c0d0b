import type { Box } from '@second-read/core/pixels/plane';
import type { Spot } from './spots.ts';

/** Of the logit, the other scale's. */
const otherShare = 0.25;
/** Keeps the logit of 0 and 1 finite. */
const least = 1e-6;

const logit = (p: number): number => {
  const kept = Math.min(1 - least, Math.max(least, p));
  return Math.log(kept / (1 - kept));
};

/**
 * Probabilities of spots where the lungs have opacities: a place found at both scales counts, to a part, as
 * the other scale sees it. There vessels are wide, and one cut across looks like a nodule until its branches
 * and its bronchus are seen around it.
 */
export function asBothScalesSee(
  spots: readonly Pick<Spot, 'box' | 'step'>[],
  probabilities: readonly number[],
): number[] {
  return spots.map((spot, n) => {
    const own = probabilities[n] ?? 0;
    const others = probabilities.filter((_, m) => {
      const other = spots[m];
      return other !== undefined && other.step !== spot.step && isSamePlace(spot.box, other.box);
    });
    if (others.length === 0) return own;
    const mean = (1 - otherShare) * logit(own) + otherShare * logit(Math.max(...others));
    return 1 / (1 + Math.exp(-mean));
  });
}

const isSamePlace = (one: Box, other: Box): boolean => holdsMiddle(one, other) || holdsMiddle(other, one);

function holdsMiddle({ x, y, width, height }: Box, other: Box): boolean {
  const [dx, dy] = [other.x + other.width / 2 - x, other.y + other.height / 2 - y];
  return dx >= 0 && dx <= width && dy >= 0 && dy <= height;
}
