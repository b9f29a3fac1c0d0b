import { fileURLToPath } from 'node:url';
import type { WireValue } from '@second-read/core/analysis/report-module';
import type { Analysis } from '@second-read/core/reading/analysis';
import { beforeAll, describe, expect, it } from 'vitest';
import { earlierCervix as readingFromWire } from '../../apps/server/src/modules/earlier/cervix.ts';
import { context, studyOfFile } from '../study.test-support.ts';
import { engine } from './engine/engine.ts';
import { reading } from './reading.ts';
import { report } from './report.ts';

const { schema, urgencyOf } = reading;
const sample = (name: string) =>
  studyOfFile(fileURLToPath(new URL(`../../apps/web/public/samples/cervix/${name}`, import.meta.url)));
const parsed = (analysis: Analysis) => schema.parse(JSON.parse(JSON.stringify(analysis.reading)));
const fromFindings = (...findings: { readonly [key: string]: WireValue }[]) => readingFromWire({ findings });
/** What a reply of the specification says; codes and measurements are in its reading alone. */
const saidFindings = ({ findings }: ReturnType<typeof parsed>) =>
  findings.map(({ id, type, state, reason, certainty }) => ({ id, type, state, reason, certainty }));

describe('the reading of a photograph of the cervix', () => {
  const analyses: Analysis[] = [];
  beforeAll(async () => {
    for (const name of ['aceto_C73Aceto_1.jpg', 'aceto_C60Aceto_3.jpg']) {
      analyses.push(await engine.analyse(engine.prepare(await sample(name)), context));
    }
  });

  it('comes from the engine as its schema has it, and says what the reply of the same analysis says', () => {
    expect(analyses).toHaveLength(2);
    for (const analysis of analyses) {
      const own = parsed(analysis);
      const told = readingFromWire(report.toWire(own));
      expect(saidFindings(told)).toEqual(saidFindings(own));
      expect([told.swede, told.texts]).toEqual([own.swede, report.textsOf(own)]);
      expect(urgencyOf(told)).toEqual(urgencyOf(own));
    }
  });

  it('gives the region of a lesion as the label map shows it', () => {
    const [{ labels } = { labels: { width: 0, data: new Uint8Array() } }] = analyses;
    const [lesion] = analyses.map((analysis) => parsed(analysis).findings[0]);
    expect(lesion).toMatchObject({ state: 'found', region: { labelClass: 2 } });
    const { x = 0, y = 0, width = 0, height = 0 } = lesion?.region?.box ?? {};
    const marked = [...labels.data.entries()].filter(([, label]) => label === 2).map(([at]) => at);
    const outside = marked.filter((at) => {
      const [column, row] = [at % labels.width, Math.floor(at / labels.width)];
      return column < x - 1 || column > x + width || row < y - 1 || row > y + height;
    });
    expect(marked.length).toBeGreaterThan(0);
    expect(outside).toEqual([]);
  });

  it('tells of light and framing, and of what only an examination shows', () => {
    const { input, facts } = parsed(analyses[0] as Analysis);
    expect(input).toMatchObject({ framing: 'cut_off', spacingKnown: false });
    expect(input.light?.iodineShare).toBeLessThan(40);
    expect(facts.notAssessed).toContain('transformation_zone');
  });

  it('takes everything for not assessed where no cervix was outlined', () => {
    const none = ['lesion', 'cervical tissue', 'abnormality'].map((type) => ({ type, found: 0 }));
    const read = fromFindings(...none);
    expect(read.findings.map(({ reason }) => reason)).toEqual(Array(3).fill('organ_not_found'));
    expect(urgencyOf(read).level).toBe('open');
  });

  it('takes what a reply leaves out or garbles for not assessed, never for excluded', () => {
    const read = fromFindings({ type: 'lesion', found: 'maybe' });
    expect(read.findings.map(({ state, reason }) => [state, reason])).toEqual([
      ['not_assessed', 'malformed'],
      ['not_assessed', 'not_reported'],
      ['not_assessed', 'not_reported'],
    ]);
    expect(readingFromWire({}).legible).toBe(false);
    expect(urgencyOf(readingFromWire({})).level).toBe('open');
  });

  it('keeps the grade that older reports name', () => {
    const abnormality_type = 'Major change (grade 2): dense acetowhite epithelium';
    const read = fromFindings({ type: 'abnormality', found: 1, confidence: 73.3, abnormality_type });
    expect(read.findings[2]?.descriptors).toEqual({ change: 'major' });
  });

  it('is ordered by its findings, however its sentences are worded', () => {
    for (const own of analyses.map(parsed)) {
      const texts = { conclusion: 'No conclusion: in other words.', comments: ['Other.'] };
      expect(urgencyOf({ ...own, texts })).toEqual(urgencyOf(own));
    }
    const clear = {
      findings: [
        { type: 'lesion', found: 0 },
        { type: 'abnormality', found: 0 },
      ],
    };
    expect(urgencyOf(readingFromWire({ ...clear, impression: 'No conclusion at all' })).level).toBe('none');
  });
});
