import type { AlarmModule } from '@second-read/core/alarm/alarm-module';
import { expect, it } from 'vitest';
import { budgetWords, measuredWords } from './budget-words.ts';

const alarm: AlarmModule = {
  finding: 'Hemorrhage',
  protocol: 'The network never saw these sources.',
  scoreOf: () => null,
  isUrgentOtherwise: () => false,
  curve: {
    measured: '2026-01-01',
    networkSha256: '0'.repeat(64),
    sources: [
      { name: 'one', with: 3, without: 4 },
      { name: 'two', with: 10, without: 20 },
    ],
    points: [
      { threshold: 20, falseAlarmsPer100: 9, sensitivity: 0.95, sensitivityInterval: [0.9, 0.99] },
      { threshold: 60, falseAlarmsPer100: 1.3, sensitivity: 0.88, sensitivityInterval: [0.8, 0.96] },
    ],
  },
};

it('says from which score on people are told, and what that costs', () => {
  expect(budgetWords(alarm, 2)).toBe(
    'Alarm threshold: 60 %. Measured: 1.3 false alarms per 100 images without hemorrhage, sensitivity 88 % (80 % to 96 %): of 100 images with it, 12 raise no alarm.',
  );
  expect(budgetWords(alarm, 0.5)).toContain('no alarm for a hemorrhage');
  expect(budgetWords(alarm, undefined)).toContain('all urgent results notify');
  expect(measuredWords(alarm)).toContain(
    '13 images with and 24 without hemorrhage, of 2 sources. The network never saw these sources. Other',
  );
  const [one] = alarm.curve.sources;
  const single = { ...alarm, curve: { ...alarm.curve, sources: one ? [one] : [] } };
  expect(measuredWords(single)).toContain('3 images with and 4 without hemorrhage, of one source.');
});
