import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { earlierBrain as readingFromWire } from '../../apps/server/src/modules/earlier/brain-ct.ts';
import { context, studyOfFile } from '../study.test-support.ts';
import { engine } from './engine/engine.ts';
import { generator, invented } from './engine/findings/invented.test-support.ts';
import { readingOf } from './engine/findings/invented-reading.test-support.ts';
import { brainReading } from './reading/schema.ts';
import { reading } from './reading.ts';
import { wireOf } from './report/to-wire.ts';
import { report } from './report.ts';

const samples = fileURLToPath(new URL('../../apps/web/public/samples/brain-ct/', import.meta.url));
const { schema } = reading;

describe('the reading of a slice', () => {
  const random = generator(29);
  const readings = Array.from({ length: 500 }, () => readingOf(invented(random)));

  it('fits its schema, over 500 invented slices', () => {
    for (const own of readings) expect(schema.parse(JSON.parse(JSON.stringify(own)))).toEqual(own);
  });

  it('is told by the reply in full: the same findings, conclusion, rules and sentences', () => {
    for (const own of readings) {
      const told = readingFromWire(wireOf(own));
      expect(told.findings).toEqual(own.findings);
      expect([told.conclusion, told.legible]).toEqual([own.conclusion, own.legible]);
      expect(told.rules.map(({ text }) => text)).toEqual(own.rules.map(({ text }) => text));
      expect({ ...told.texts, comments: [], fracture: null }).toEqual({ ...own.texts, comments: [] });
      const { level, spacingKnown } = own.input;
      expect(told.input).toMatchObject({ level, spacingKnown });
    }
  });

  it('makes the reply that it was read from', () => {
    for (const own of readings) {
      const wire = wireOf(own);
      expect(wireOf(readingFromWire(wire))).toEqual(wire);
    }
  });

  it('comes from the engine, and places what was found where the label map shows it', async () => {
    const study = await studyOfFile(`${samples}ct_epidural_075_32.png`);
    const analysis = await engine.analyse(engine.prepare(study), context);
    const own = brainReading.parse(JSON.parse(JSON.stringify(analysis.reading)));
    const [bleeding] = own.findings;
    expect(bleeding).toMatchObject({
      type: 'haemorrhage',
      state: 'found',
      descriptors: { sign: 'suspected' },
    });
    const { box, labelClass } = bleeding?.region ?? {};
    const at = (x: number, y: number) => analysis.labels.data[y * analysis.labels.width + x];
    const row = Array.from({ length: box?.width ?? 0 }, (_, i) => at((box?.x ?? 0) + i, box?.y ?? 0));
    expect(row).toContain(labelClass);
    expect(readingFromWire(report.toWire(own)).findings.map(({ region: _, ...line }) => line)).toEqual(
      own.findings.map(({ region: _, ...line }) => line),
    );
  });

  it('takes no confidence beyond 100 % for one, and nothing garbled for excluded', () => {
    const told = readingFromWire({
      haemorrhage: 'Suspected',
      haemorrhage_confidence: 250,
      sulcation: 'Fine',
    });
    expect(told.facts.statedConfidence).toBeNull();
    expect(told.findings.find(({ type }) => type === 'sulcation')).toMatchObject({
      state: 'not_assessed',
      reason: 'malformed',
    });
    expect(told.findings.find(({ type }) => type === 'mass_effect')).toMatchObject({
      reason: 'not_reported',
    });
  });
});
