import type { AlarmCurve, AlarmPoint } from './alarm-curve.ts';

/**
 * The point with the highest sensitivity among those whose measured false alarms stay within the budget; null
 * where the budget is below what was measured at every threshold.
 * @param budget false alarms accepted per 100 pictures without the finding
 */
export function pointWithin({ points }: Pick<AlarmCurve, 'points'>, budget: number): AlarmPoint | null {
  const within = points.filter(({ falseAlarmsPer100 }) => falseAlarmsPer100 <= budget);
  return within.reduce<AlarmPoint | null>(
    (best, point) => (best === null || point.sensitivity > best.sensitivity ? point : best),
    null,
  );
}

/** What is known of a result when it is decided whether it alarms. */
export interface AlarmFacts {
  readonly isUrgent: boolean;
  readonly isUrgentOtherwise: boolean;
  /** In percent. */
  readonly score: number | null;
}

export type Alarm =
  | { readonly reason: 'urgent' }
  | { readonly reason: 'budget'; readonly score: number; readonly threshold: number };

/**
 * Whether a result notifies, and why. Without a budget, a curve or a score every urgent result
 * alarms. With them the score alone decides, also on results that the report does not rank as urgent, but
 * for what is urgent otherwise.
 */
export function alarmOf(
  { isUrgent, isUrgentOtherwise, score }: AlarmFacts,
  curve: Pick<AlarmCurve, 'points'> | undefined,
  budget: number | undefined,
): Alarm | null {
  if (curve === undefined || budget === undefined || score === null)
    return isUrgent ? { reason: 'urgent' } : null;
  const point = pointWithin(curve, budget);
  if (point !== null && score >= point.threshold)
    return { reason: 'budget', score, threshold: point.threshold };
  return isUrgentOtherwise ? { reason: 'urgent' } : null;
}
