import { alarmCurve } from '@second-read/core/alarm/alarm-curve';
import type { AlarmModule } from '@second-read/core/alarm/alarm-module';
import measured from './model/alarm-curve.json' with { type: 'json' };
import { brainReading } from './reading/schema.ts';
import { urgencyOf } from './report/urgency.ts';

/**
 * Alarms of hemorrhage follow the curve that training/engine/alarm-curve.ts measured (decision 030).
 */
export const alarm: AlarmModule = {
  finding: 'Hemorrhage',
  curve: alarmCurve.parse(measured),
  protocol: 'The network never saw these sources.',
  scoreOf: (reading) => {
    const parsed = brainReading.safeParse(reading);
    return parsed.success ? parsed.data.facts.haemorrhage : null;
  },
  isUrgentOtherwise: (reading) => {
    const parsed = brainReading.safeParse(reading);
    if (!parsed.success) return false;
    const findings = parsed.data.findings.filter(({ type }) => type !== 'haemorrhage');
    return urgencyOf({ ...parsed.data, findings }).level === 'urgent';
  },
};
