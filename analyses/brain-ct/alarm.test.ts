import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { anyReading } from '@second-read/core/reading/reading';
import { expect, it } from 'vitest';
import { alarm } from './alarm.ts';
import { demoReplies } from './demo-replies.ts';
import { reading } from './reading.ts';

it('has the curve of the network that ships, measured on both kinds of pictures', () => {
  const network = readFileSync(new URL('./model/haemorrhage.onnx', import.meta.url));
  expect(alarm.curve.networkSha256).toBe(createHash('sha256').update(network).digest('hex'));
  const sum = (of: 'with' | 'without') => alarm.curve.sources.reduce((all, source) => all + source[of], 0);
  expect([sum('with'), sum('without')].every((count) => count > 100)).toBe(true);
});

it('has a curve on which both false alarms and sensitivity fall as the threshold rises', () => {
  const { points } = alarm.curve;
  for (const key of ['falseAlarmsPer100', 'sensitivity'] as const) {
    const values = points.map((point) => point[key]);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  }
  expect(points.map(({ threshold }) => threshold)).toEqual(points.map((_, at) => at + 1));
});

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
