import { fileURLToPath } from 'node:url';
import type { Analysis } from '@second-read/core/reading/analysis';
import { beforeAll, describe, expect, it } from 'vitest';
import { earlierLung as readingFromWire } from '../../apps/server/src/modules/earlier/lung.ts';
import { context, greyStudy, studyOfFile } from '../study.test-support.ts';
import { engine } from './engine/engine.ts';
import { chestPhantom } from './engine/phantom.test-support.ts';
import type { LungReading } from './reading/schema.ts';
import { reading } from './reading.ts';
import { report } from './report.ts';

const { schema, urgencyOf } = reading;
const sample = (name: string) =>
  studyOfFile(fileURLToPath(new URL(`../../apps/web/public/samples/lung/${name}`, import.meta.url)));
const spacing = { xMm: 0.7, yMm: 0.7, kind: 'calibrated' } as const;
const textOf = (...lines: string[]) => readingFromWire({ report_text: lines });
const parsed = (analysis: Analysis) => schema.parse(JSON.parse(JSON.stringify(analysis.reading)));

/** What both an engine and its reply can say; a reply gives one length and one area or volume. */
function common({ findings }: LungReading) {
  return findings.map(({ region: _, told: __, measurements, ...finding }) => {
    const hasMm = measurements.some(({ unit }) => unit === 'mm');
    const hasVolume = measurements.some(({ unit }) => unit === 'mm3');
    const told = measurements.filter(({ unit }) =>
      hasMm ? unit !== 'px' && unit !== 'px2' && !(hasVolume && unit === 'mm2') : true,
    );
    const isFirst = finding.id.endsWith('-1');
    const measured = isFirst ? told : told.filter(({ quantity }) => quantity === 'mean_diameter');
    return finding.type === 'nodule' && finding.descriptors && !isFirst
      ? { ...finding, descriptors: { ...finding.descriptors, sizeRow: null }, measurements: measured }
      : { ...finding, measurements: measured };
  });
}

describe('the reading of a chest slice', () => {
  let planted: Analysis;
  let crop: Analysis;
  beforeAll(async () => {
    const spots = [
      { x: 190, y: 128, radius: 5 },
      { x: 70, y: 150, radius: 7 },
    ];
    planted = await engine.analyse(
      engine.prepare(greyStudy(chestPhantom(spots), { quantity: 'hounsfield', spacing })),
      context,
    );
    crop = await engine.analyse(engine.prepare(await sample('nodule_0217_n0_s03.png')), context);
  });

  it('comes from the engine as its schema has it, and says what the reply of the same analysis says', () => {
    expect(parsed(planted).facts.nodules).toBe(2);
    for (const analysis of [planted, crop]) {
      const own = parsed(analysis);
      const told = readingFromWire(report.toWire(parsed(analysis)));
      expect(common(told)).toEqual(common(own));
      expect(told.facts).toEqual(own.facts);
      expect(told.texts).toEqual(report.textsOf(own));
      expect([told.input.extent, told.input.pose]).toEqual([own.input.extent, own.input.pose]);
      expect(urgencyOf(told)).toEqual(urgencyOf(own));
    }
  });

  it('places each nodule where the label map shows it', () => {
    const { labels } = planted;
    for (const { region } of parsed(planted).findings.filter(({ type }) => type === 'nodule')) {
      const { centre, labelClass } = region ?? {};
      const column = Math.floor(((centre?.x ?? -1) / 100) * labels.width);
      const row = Math.floor(((centre?.y ?? -1) / 100) * labels.height);
      expect(labels.data[row * labels.width + column]).toBe(labelClass);
    }
  });

  it('says of clear lungs that nothing was found, sure of no kind of opacity by itself', async () => {
    const clear = greyStudy(chestPhantom(), { quantity: 'hounsfield', spacing });
    const own = parsed(await engine.analyse(engine.prepare(clear), context));
    expect(own.findings.map(({ state, certainty }) => [state, certainty])).toEqual([
      ['not_found', null],
      ['not_found', null],
      ['not_found', null],
    ]);
    expect(urgencyOf(own).level).toBe('none');
  });

  it('takes opacities of a crop for not assessed, and all of a picture without lungs', () => {
    expect(parsed(crop).findings.slice(1)).toMatchObject([
      { state: 'not_assessed', reason: 'partial_view' },
      { state: 'not_assessed', reason: 'partial_view' },
    ]);
    const none = textOf('nodule:0', 'nodule_assessed:0', 'ground_glass:0', 'consolidation:0');
    expect(none.findings.map(({ reason }) => reason)).toEqual(Array(3).fill('organ_not_found'));
    expect(urgencyOf(none).level).toBe('open');
  });

  it('gives the one probability of any opacity to none of its kinds', () => {
    const one = textOf('nodule:0', 'ground_glass:1', 'consolidation:0', 'opacity_confidence:81');
    expect(one.findings.slice(1).map(({ state, certainty }) => [state, certainty])).toEqual([
      ['found', null],
      ['not_found', null],
    ]);
    expect(one.facts.anyOpacity).toBe(81);
    const none = textOf('nodule:0', 'ground_glass:0', 'consolidation:0', 'opacity_confidence:95');
    expect(none.findings[1]?.certainty).toBe(95);
    expect(none.facts.anyOpacity).toBe(5);
  });

  it('takes what a reply leaves out or garbles for not assessed, never for excluded', () => {
    expect(textOf('nodule:yes').findings).toMatchObject([
      { state: 'not_assessed', reason: 'malformed' },
      { state: 'not_assessed', reason: 'not_reported' },
      { state: 'not_assessed', reason: 'not_reported' },
    ]);
  });

  it('is ordered by its findings, however its sentences are worded', () => {
    const own = parsed(planted);
    const reworded = {
      ...own,
      texts: { conclusion: 'No conclusion: in other words.', comments: ['Other.'] },
    };
    expect(urgencyOf(reworded)).toEqual(urgencyOf(own));
    const clear = textOf('nodule:0', 'ground_glass:0', 'consolidation:0', 'impression:No conclusion at all');
    expect(urgencyOf(clear).level).toBe('none');
  });
});
