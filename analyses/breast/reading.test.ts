import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { earlierBreast as readingFromWire } from '../../apps/server/src/modules/earlier/breast.ts';
import { context, studyOfFile } from '../study.test-support.ts';
import { analyseMammogram } from './engine/analyse.ts';
import { calibration } from './engine/calibration.ts';
import { engine } from './engine/engine.ts';
import { reading } from './reading.ts';
import { report } from './report.ts';

const sample = fileURLToPath(
  new URL('../../apps/web/public/samples/breast/cesm_p150_l_dm_cc.png', import.meta.url),
);
/** At a point at which two masses are named. */
const analysed = async () =>
  analyseMammogram(engine.prepare(await studyOfFile(sample)), context, {
    ...calibration,
    operating: { ...calibration.operating, mass: 0.3 },
  });
const { schema, urgencyOf } = reading;
const textOf = (...lines: string[]) => readingFromWire({ report_text: lines });

describe('the reading of a mammogram', () => {
  it('comes from the engine as its schema has it, and says what the reply of the same analysis says', async () => {
    const analysis = await analysed();
    const own = schema.parse(JSON.parse(JSON.stringify(analysis.reading)));
    const told = readingFromWire(report.toWire(own));
    expect(own.findings.filter(({ type }) => type === 'mass').length).toBeGreaterThan(1);
    expect(told.category).toEqual(own.category);
    expect(told.texts).toEqual(report.textsOf(own));
    expect(told.facts.percentDensity).toBe(own.facts.percentDensity);
    const common = ({ findings }: typeof own) =>
      findings.map(({ id, state, reason, certainty, measurements, region }) => ({
        ...{ id, state, reason, certainty, measurements },
        centre: id.startsWith('mass') ? region?.centre : null,
      }));
    expect(common(told).map(({ measurements, ...each }) => each)).toEqual(
      common(own).map(({ measurements, ...each }) => each),
    );
    expect(common(told)[0]?.measurements).toEqual(common(own)[0]?.measurements);
    const descriptors = ({ findings }: typeof own) =>
      findings.map((finding) => ({ ...finding.descriptors, calcified: null }));
    expect(descriptors(told)).toEqual(descriptors(own));
  });

  it('places each mass where the label map shows it', async () => {
    const { labels, reading: own } = await analysed();
    for (const { region } of schema.parse(own).findings.filter(({ type }) => type === 'mass')) {
      const { centre, labelClass } = region ?? {};
      const column = Math.floor(((centre?.x ?? -1) / 100) * labels.width);
      const row = Math.floor(((centre?.y ?? -1) / 100) * labels.height);
      expect(labels.data[row * labels.width + column]).toBe(labelClass);
    }
  });

  it('takes what a reply leaves out or garbles for not assessed, never for excluded', () => {
    const [mass, axilla, calcification] = textOf('mass:maybe', 'calcification:0').findings;
    expect(mass).toMatchObject({ state: 'not_assessed', reason: 'malformed', certainty: null });
    expect(axilla).toMatchObject({ state: 'not_assessed', reason: 'not_reported', certainty: null });
    expect(calcification).toMatchObject({ state: 'not_found', reason: null });
  });

  it('parts an axilla outside the view from one in which nothing stood out', () => {
    const axilla = (...lines: string[]) => textOf('axilla_findings:0', ...lines).findings[1];
    expect(axilla('axilla_assessable:0')).toMatchObject({ state: 'not_assessed', reason: 'outside_view' });
    expect(axilla('axilla_assessable:1')).toMatchObject({ state: 'not_found', certainty: null });
  });

  it('holds no certainty that nobody measured', () => {
    const found = textOf('mass:1', 'axilla_findings:1', 'axilla_assessable:1', 'axilla_confidence:49.5');
    expect(found.findings.map(({ certainty }) => certainty)).toEqual([null, null, null, null]);
    expect(found.findings[1]?.measurements).toEqual([
      { quantity: 'half_rank_among_films', value: 49.5, unit: 'percent', method: 'unvalidated' },
    ]);
  });

  it('refuses a reason where something was looked for, and two findings of one id', () => {
    const good = textOf('mass:0', 'calcification:0', 'axilla_findings:0');
    const [mass, ...others] = good.findings;
    expect(schema.safeParse(good).success).toBe(true);
    const reasoned = { ...good, findings: [{ ...mass, reason: 'outside_view' }, ...others] };
    expect(schema.safeParse(reasoned).success).toBe(false);
    expect(schema.safeParse({ ...good, findings: [mass, mass] }).success).toBe(false);
  });

  it('is ordered by its findings, however its sentences are worded', () => {
    const suspicious = textOf('birads_cat:4', 'mass:1', 'mass_confidence:80', 'impression:No conclusion');
    const open = textOf('mass:0', 'impression:All is well.');
    expect(urgencyOf(suspicious)).toEqual({ value: 68, level: 'urgent', words: 'BI-RADS 4, Mass 80.0 %' });
    expect(urgencyOf(open).level).toBe('open');
    expect(urgencyOf(textOf('birads_cat:1', 'mass:0')).level).toBe('none');
  });
});
