import { anyReading } from '@second-read/core/reading/reading';
import { expect, it } from 'vitest';
import { alarm } from './alarm.ts';
import { demoReplies } from './demo-replies.ts';
import { reading } from './reading.ts';

const found = reading.readingFromWire(demoReplies[0] ?? {});
const nodule = found.findings.find(({ type }) => type === 'nodule');
const others = found.findings.filter(({ type }) => type !== 'nodule');
interface Stated {
  readonly state: string;
  readonly certainty: number | null;
}

const withNodules = (...stated: readonly Stated[]) =>
  ({
    ...found,
    findings: [...stated.map((each, at) => ({ ...nodule, ...each, id: `nodule-${at + 1}` })), ...others],
  }) as typeof found;

it('reads the probability of the likeliest nodule or mass, reported or not', () => {
  const of = (...stated: readonly Stated[]) => alarm.scoreOf(withNodules(...stated));
  expect(of({ state: 'found', certainty: 61.5 }, { state: 'found', certainty: 80.1 })).toBe(80.1);
  expect(of({ state: 'not_found', certainty: 70 })).toBe(30);
  expect(of({ state: 'not_found', certainty: null })).toBe(0);
});

it('has none where nothing was looked for, and of another module', () => {
  expect(alarm.scoreOf(withNodules({ state: 'not_assessed', certainty: null }))).toBeNull();
  expect(alarm.scoreOf(anyReading.parse({ ...found, module: 'breast' }))).toBeNull();
});

it('is urgent for nothing else: opacities rank by their certainty', () => {
  expect(alarm.isUrgentOtherwise(withNodules())).toBe(false);
});
