import { anyReading } from '@second-read/core/reading/reading';
import { expect, it } from 'vitest';
import { alarm } from './alarm.ts';
import { demoReplies } from './demo-replies.ts';
import { reading } from './reading.ts';

it('reads the probability of a hemorrhage, and has none of a report without it', () => {
  const [reply = {}] = demoReplies;
  const found = reading.readingFromWire(reply);
  expect(alarm.scoreOf(found)).toBeNull();
  expect(alarm.scoreOf({ ...found, facts: { ...found.facts, haemorrhage: 41.5 } } as typeof found)).toBe(
    41.5,
  );
  expect(alarm.scoreOf(anyReading.parse({ ...found, module: 'lung' }))).toBeNull();
});

it('is urgent otherwise for a shifted midline, not for a hemorrhage', () => {
  const found = reading.readingFromWire(demoReplies[0] ?? {});
  const only = (type: string, sign: string) => ({
    ...found,
    findings: found.findings
      .filter((each) => each.type === type)
      .map((each) => ({ ...each, descriptors: { ...each.descriptors, sign } })),
  });
  expect(alarm.isUrgentOtherwise(only('haemorrhage', 'suspected') as typeof found)).toBe(false);
  expect(alarm.isUrgentOtherwise(only('midline_shift', 'shifted') as typeof found)).toBe(true);
});
