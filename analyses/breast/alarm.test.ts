import { anyReading } from '@second-read/core/reading/reading';
import { expect, it } from 'vitest';
import { alarm } from './alarm.ts';
import { demoReplies } from './demo-replies.ts';
import { reading } from './reading.ts';

it('reads the probability of malignancy of the whole picture, and has none of a report without it', () => {
  const found = reading.readingFromWire(demoReplies[0] ?? {});
  const stated = (malignant: number | null) =>
    ({ ...found, facts: { ...found.facts, malignant } }) as typeof found;
  expect(alarm.scoreOf(stated(null))).toBeNull();
  expect(alarm.scoreOf(stated(41.5))).toBe(41.5);
  expect(alarm.scoreOf(anyReading.parse({ ...found, module: 'lung' }))).toBeNull();
});

it('is urgent for a suspicion of malignancy alone: a budget holds for every category', () => {
  const found = reading.readingFromWire(demoReplies[0] ?? {});
  const category = { system: 'birads', value: 5, state: 'final' };
  expect(alarm.isUrgentOtherwise({ ...found, category } as typeof found)).toBe(false);
});
