import { alarmCurve } from '@second-read/core/alarm/alarm-curve';
import type { AlarmModule } from '@second-read/core/alarm/alarm-module';
import measured from './model/alarm-curve.json' with { type: 'json' };
import { breastReading } from './reading/schema.ts';

/**
 * Alarms of suspected malignancy follow the curve that training/engine/alarm-curve.ts measured (decision
 * 030).
 */
export const alarm: AlarmModule = {
  finding: 'Malignancy',
  curve: alarmCurve.parse(measured),
  protocol:
    'Digitized films, each read by a network that never saw it; the weights that join its measures had seen it.',
  scoreOf: (reading) => {
    const parsed = breastReading.safeParse(reading);
    return parsed.success ? parsed.data.facts.malignant : null;
  },
  // Categories from 4 on are suspicions of malignancy, which the score is of, whatever they rest on.
  isUrgentOtherwise: () => false,
};
