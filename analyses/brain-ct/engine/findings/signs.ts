import type { Measurements } from '../measure/measurements.ts';
import { hasBleeding } from './bleeding-words.ts';
import { type Side, sideOf } from './regions.ts';

/**
 * Shift that is reported, share of the inner width: well above the 95th percentile, 0.018, of slices without
 * one (README).
 */
export const shiftFrom = 0.03;
/** The 5th percentile of the sulci's CSF share is 0: the young have no visible sulci in this window. */
export const sulciNarrowBelow = 0.001;
/**
 * A side whose sulci hold less than this part of the other side's is less visible, where the other side's
 * hold this share.
 */
const asymmetric = { ratio: 0.35, min: 0.03 } as const;

export function isShifted(m: Measurements): boolean {
  return m.assessable.shift && Math.abs(m.midline?.shift ?? 0) >= shiftFrom;
}

/** The side whose sulci are less visible than the other's; sides by radiological convention. */
export function lessVisibleSide(m: Measurements): Side | undefined {
  const shares = m.csf?.sulcalShare;
  if (!m.assessable.sulci || shares === undefined) return undefined;
  const [less, more] = [Math.min(shares.smallerX, shares.largerX), Math.max(shares.smallerX, shares.largerX)];
  if (more < asymmetric.min || less > asymmetric.ratio * more) return undefined;
  return shares.smallerX < shares.largerX ? 'right' : 'left';
}

/**
 * Fewer sulci are effaced ones where a lesion lies on their side or the midline is pushed away from it; else
 * volume loss on the other, of which a hypodensity there tells.
 */
export function isEffaced(m: Measurements, side: Side): boolean {
  const pushedFrom = (m.midline?.shift ?? 0) > 0 ? 'right' : 'left';
  if (isShifted(m)) return pushedFrom === side;
  const dark = hypodenseSide(m);
  if (dark !== undefined && dark !== side) return false;
  return dark === side || (hasBleeding(m) && sideOf(m.bleedingRegion, m) === side);
}

function hypodenseSide(m: Measurements): Side | undefined {
  const isSeen = m.assessable.hypodensity && m.hypodense !== undefined && m.hypodense.fraction > 0;
  return isSeen ? sideOf(m.hypodense.region, m) : undefined;
}

/**
 * A midline that moved towards the side of the narrower sulci, with nothing seen that pushes: unequal
 * ventricles look so as well.
 */
export function isContradicted(m: Measurements): boolean {
  const towards = (m.midline?.shift ?? 0) > 0 ? 'left' : 'right';
  const isPushed = hasBleeding(m) || hypodenseSide(m) !== undefined;
  return isShifted(m) && !isPushed && lessVisibleSide(m) === towards;
}

export function effacedSide(m: Measurements): Side | undefined {
  const side = lessVisibleSide(m);
  return side !== undefined && isEffaced(m, side) ? side : undefined;
}
