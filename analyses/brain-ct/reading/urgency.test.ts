import { describe, expect, it } from 'vitest';
import { diagnose } from '../engine/diagnosis.ts';
import { findingsOf } from '../engine/findings.ts';
import { generator, invented } from '../engine/invented.test-support.ts';
import { type MeasuredNumbers, measurementsOf } from '../engine/measurements.test-support.ts';
import { observe } from '../engine/observations.ts';
import type { BrainReading } from '../reading.ts';
import { report } from '../report.ts';
import { readingFromWire } from './from-wire.ts';
import { type Judged, urgencyOfReading } from './urgency.ts';

/** By what the engine measured; its words are not looked at. */
function byCodes(numbers: MeasuredNumbers): Judged {
  const m = measurementsOf(numbers);
  const seen = observe(m);
  return {
    findings: [
      { type: 'haemorrhage', descriptors: { sign: seen.haemorrhage.code } },
      { type: 'midline_shift', descriptors: { sign: seen.midline.code } },
      { type: 'basal_cistern_dilation', descriptors: { sign: seen.cisterns.code } },
      { type: 'mass_effect', descriptors: { sign: seen.massEffect.code } },
      { type: 'ventricular_dilation', descriptors: { sign: seen.ventricles.code } },
      { type: 'hypodense_areas', descriptors: { sign: seen.hypodense.code } },
      { type: 'sulcation', descriptors: { sign: seen.sulci.code } },
      { type: 'hypertrophy', descriptors: { sign: seen.volume.code } },
    ],
    facts: { haemorrhage: findingsOf(m, seen)[0]?.confidence ?? null },
    conclusion: diagnose(m, seen)[0]?.startsWith('No conclusion') ? 'open' : 'drawn',
  };
}

function wireOf(numbers: MeasuredNumbers) {
  const m = measurementsOf(numbers);
  const nothing = {
    candidates: [],
    labels: { width: 0, height: 0, data: new Uint8Array() },
    views: {},
    scores: {},
  };
  return report.toWire({ ...nothing, findings: findingsOf(m), comments: diagnose(m), trace: [] });
}

describe('the urgency of a slice', () => {
  const random = generator(23);
  const slices = Array.from({ length: 500 }, () => invented(random));

  it('is the same by what was measured as by what was stored of it', () => {
    for (const slice of slices) {
      const [measured, stored] = [urgencyOfReading(byCodes(slice)), report.urgencyOf(wireOf(slice))];
      // The stored certainty has one decimal.
      expect({ ...stored, value: 0 }).toEqual({ ...measured, value: 0 });
      expect(Math.abs(stored.value - measured.value)).toBeLessThan(0.03);
    }
  });

  it('does not depend on how the module words a line', () => {
    for (const slice of slices) {
      const reading = readingFromWire(wireOf(slice));
      const findings = reading.findings.map((line) => ({ ...line, text: 'In other words.' }));
      const texts = { ...reading.texts, conclusion: 'In other words.' };
      expect(urgencyOfReading({ ...reading, findings, texts } as BrainReading)).toEqual(
        urgencyOfReading(reading),
      );
    }
  });
});

describe('a reading', () => {
  it('gives a reason where, and only where, nothing was assessed, and no certainty there', () => {
    const random = generator(29);
    const lines = Array.from({ length: 300 }, () => readingFromWire(wireOf(invented(random)))).flatMap(
      ({ findings }) => findings,
    );
    const odd = lines.filter(({ state, reason, certainty }) =>
      state === 'not_assessed' ? reason === null || certainty !== null : reason !== null,
    );
    expect(odd).toEqual([]);
  });

  it('takes no confidence beyond 100 % for one', () => {
    expect(
      readingFromWire({ haemorrhage: 'Suspected', haemorrhage_confidence: 250 }).facts.haemorrhage,
    ).toBeNull();
  });
});
