import { describe, expect, it } from 'vitest';
import { earlierBrain as readingFromWire } from '../../../apps/server/src/modules/earlier/brain-ct.ts';
import { generator, invented } from '../engine/findings/invented.test-support.ts';
import { readingOf } from '../engine/findings/invented-reading.test-support.ts';
import { wireOf } from './to-wire.ts';
import { urgencyOf } from './urgency.ts';

describe('the urgency of a slice', () => {
  const random = generator(23);
  const readings = Array.from({ length: 500 }, () => readingOf(invented(random)));

  it('is the same by what the engine stated as by the reply of it', () => {
    for (const reading of readings) {
      expect(urgencyOf(readingFromWire(wireOf(reading)))).toEqual(urgencyOf(reading));
    }
  });

  it('does not depend on how the module words a line', () => {
    for (const reading of readings) {
      const findings = reading.findings.map((line) => ({ ...line, text: 'In other words.' }));
      const texts = { ...reading.texts, conclusion: 'In other words.' };
      expect(urgencyOf({ ...reading, findings, texts })).toEqual(urgencyOf(reading));
    }
  });
});
