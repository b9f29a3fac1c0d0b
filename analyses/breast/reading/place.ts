import { besideLine, type Landmarks } from '@second-read/core/reading/landmarks';
import type { Place } from './schema.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How a view is hung, from its upper border: a CC with its lateral side up. */
const hung: Readonly<Record<string, readonly [Place['level'], Place['level'], Place['level']]>> = {
  CC: ['lateral', 'central', 'medial'],
  MLO: ['upper', 'central', 'lower'],
};

/**
 * Central is what lies behind the nipple, within this share of the breast's height to either side of the
 * posterior nipple line. The lexicon leaves its width open; the mass of the sample CDD-CESM P276, 11 % away,
 * is called central.
 */
const behindNipple = 1 / 8;

/**
 * Side of the posterior nipple line, from the nipple at right angles to the chest wall, and third of the way
 * from chest wall to nipple (ACR BI-RADS 5th edition, location and depth), in whatever direction the image is
 * stored. No clock face: that needs both views. Null without landmarks
 * and of other views.
 */
export function placeBy(landmarks: Landmarks | undefined, at: Point, view: string): Place | null {
  const depth = depthBy(landmarks, at);
  const { nipple, wallTop, wallBottom, muscleEnd } = landmarks ?? {};
  const levels = hung[view];
  if (depth === null || !levels || !nipple || !wallTop || !wallBottom) return null;
  const [x, y] = [wallBottom.x - wallTop.x, wallBottom.y - wallTop.y];
  const along = ((at.x - nipple.x) * x + (at.y - nipple.y) * y) / Math.hypot(x, y);
  const share = along / Math.max(Math.abs(x), Math.abs(y));
  const level = levels[share < -behindNipple ? 0 : share > behindNipple ? 2 : 1];
  if (depth < 0 && muscleEnd) return { level, depth: 'over_muscle' };
  return { level, depth: depth < 1 / 3 ? 'posterior' : depth < 2 / 3 ? 'middle' : 'anterior' };
}

/** Share of the way from the chest wall to the nipple: below 0 in the muscle; null without landmarks. */
export function depthBy(landmarks: Landmarks | undefined, at: Point): number | null {
  const { nipple, wallTop, wallBottom } = landmarks ?? {};
  if (!nipple || !wallTop || !wallBottom) return null;
  const whole = besideLine(nipple, wallTop, wallBottom);
  return whole === 0 ? null : besideLine(at, wallTop, wallBottom) / whole;
}
