import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { earlierBrain } from '../../../apps/server/src/modules/earlier/brain-ct.ts';
import { generator, invented } from '../engine/findings/invented.test-support.ts';
import { readingOf } from '../engine/findings/invented-reading.test-support.ts';
import type { MeasuredNumbers } from '../engine/measure/measurements.test-support.ts';
import recorded from '../fixtures/measured-numbers.json' with { type: 'json' };
import { reading } from '../reading.ts';
import { report } from '../report.ts';
import { contradictionsOf } from './contradictions.test-support.ts';
import { wireOf } from './to-wire.ts';

function contradictionsOfNumbers(numbers: MeasuredNumbers): string[] {
  const wire = wireOf(readingOf(numbers));
  return contradictionsOf(
    report.toDocument(earlierBrain(wire), noHeader),
    reading.urgencyOf(earlierBrain(wire)),
  );
}

describe('no two statements of a brain report contradict each other', () => {
  it('over 2,000 readings with measures over their whole ranges', () => {
    const random = generator(16);
    const found = Array.from({ length: 2000 }, () => invented(random)).flatMap(contradictionsOfNumbers);
    expect(found).toEqual([]);
  });

  it('over what the engine measured on slices of six sources', () => {
    const real = recorded as MeasuredNumbers[];
    expect(real.length).toBeGreaterThan(200);
    expect(real.flatMap(contradictionsOfNumbers)).toEqual([]);
  });
});
