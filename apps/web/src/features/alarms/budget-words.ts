import { pointWithin } from '@second-read/core/alarm/alarm-budget';
import type { AlarmModule } from '@second-read/core/alarm/alarm-module';

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** What a budget comes to, and what it costs; by the measured curve alone. */
export function budgetWords({ finding, curve }: AlarmModule, budget: number | undefined): string {
  if (budget === undefined) return 'No budget: all urgent results notify.';
  const point = pointWithin(curve, budget);
  const name = finding.toLowerCase();
  if (point === null)
    return `No measured threshold keeps within this budget: no alarm for a ${name}. It stays first on the worklist.`;
  const { threshold, falseAlarmsPer100, sensitivity, sensitivityInterval } = point;
  const [low, high] = sensitivityInterval;
  const missed = Math.round(100 * (1 - sensitivity));
  return [
    `Alarm threshold: ${threshold} %. Measured: ${falseAlarmsPer100} false alarms per 100 images without ${name},`,
    `sensitivity ${percent(sensitivity)} (${percent(low)} to ${percent(high)}):`,
    `of 100 images with it, ${missed} raise no alarm.`,
  ].join(' ');
}

/** On what the curve was measured. */
export function measuredWords({ finding, curve, protocol }: AlarmModule): string {
  const sum = (of: 'with' | 'without') => curve.sources.reduce((all, source) => all + source[of], 0);
  const name = finding.toLowerCase();
  const sources = curve.sources.length === 1 ? 'one source' : `${curve.sources.length} sources`;
  return `Measured on ${sum('with')} images with and ${sum('without')} without ${name}, of ${sources}. ${protocol} Other scanners and patients may differ. Exams of several slices, and results that are urgent for another reason, notify without a budget.`;
}
