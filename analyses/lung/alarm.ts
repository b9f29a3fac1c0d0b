import { alarmCurve } from '@second-read/core/alarm/alarm-curve';
import type { AlarmModule } from '@second-read/core/alarm/alarm-module';
import measured from './model/alarm-curve.json' with { type: 'json' };
import { type LungReading, lungReading } from './reading/schema.ts';

/**
 * Alarms of nodules and masses follow the curve that training/engine/alarm-curve.ts measured (decision 030).
 */
export const alarm: AlarmModule = {
  finding: 'Nodule or mass',
  curve: alarmCurve.parse(measured),
  protocol:
    'Slices, each by heads that never saw its source; slices without a nodule, by heads that never saw the patient.',
  scoreOf: (reading) => {
    const parsed = lungReading.safeParse(reading);
    return parsed.success ? likeliest(parsed.data) : null;
  },
  // A slice has no category and no other finding that ranks as urgent.
  isUrgentOtherwise: () => false,
};

/** Of a nodule or mass, in percent: as reported, else what was weighed and not reported. */
function likeliest({ findings }: LungReading): number | null {
  const scores = findings.flatMap(({ type, state, certainty }) => {
    if (type !== 'nodule' || state === 'not_assessed') return [];
    if (state === 'found') return certainty === null ? [] : [certainty];
    // Nothing was weighed where there was not even a weak candidate.
    return [certainty === null ? 0 : 100 - certainty];
  });
  return scores.length === 0 ? null : Math.max(...scores);
}
