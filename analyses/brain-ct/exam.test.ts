import type { AttributeValue } from '@second-read/core/analysis/finding';
import { describe, expect, it } from 'vitest';
import { disc, readSlice, stackFacts } from '../exams.test-support.ts';
import { exam } from './exam.ts';

const calm: Readonly<Record<string, AttributeValue>> = { haemorrhage: 0.02, level: 'lateral ventricles' };
const head = (count: number, of: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => readSlice(index, { ...calm, haemorrhage: of(index) }));
const probabilityOf = (slices: ReturnType<typeof head>, spacingMm = 5) =>
  exam.read(slices, { ...stackFacts, spacingMm }).scores.haemorrhage_patient ?? Number.NaN;

/** A head of 30 slices with a ball of 20 mm radius on slices 13 to 17, named on each. */
function bleedingHead() {
  return Array.from({ length: 30 }, (_, index) => {
    const r = Math.sqrt(Math.max(0, 20 ** 2 - ((index - 14) * 5) ** 2));
    const isHere = r > 0;
    const marks = isHere
      ? disc(
          { x: 40, y: 60, r },
          { type: 'haemorrhage', score: 0.95, facts: { side: 'right', isNamed: true } },
        )
      : [];
    return readSlice(
      index,
      { ...calm, haemorrhage: isHere ? 0.95 : 0.02, type_iph: isHere ? 0.8 : 0 },
      { marks },
    );
  });
}

describe('the probability that a patient bleeds', () => {
  it('does not grow with the number of slices of a head without bleeding', () => {
    const [few, many] = [
      probabilityOf(head(30, () => 0.05)),
      probabilityOf(
        head(300, () => 0.05),
        0.5,
      ),
    ];
    expect(many).toBeCloseTo(few, 3);
  });

  it('counts a bleeding over several slices more than one odd slice', () => {
    const odd = probabilityOf(head(30, (i) => (i === 14 ? 0.6 : 0.03)));
    const bleeding = probabilityOf(head(30, (i) => (i > 11 && i < 18 ? 0.6 : 0.03)));
    expect(odd).toBeLessThan(0.4);
    expect(bleeding).toBeGreaterThan(0.6);
  });

  it('is null where nothing was read', () => {
    const failed = { status: 'failed', reason: 'corrupt_file', message: '' } as const;
    const slices = [{ file: 'a', placeMm: null, slabMm: null, outcome: failed }];
    expect(exam.read(slices, stackFacts).scores.haemorrhage_patient).toBeNull();
  });
});

describe('the report of a head', () => {
  it('names one bleeding with side, type, slices and a volume near that of the ball', () => {
    const { findings, reading, scores } = exam.read(bleedingHead(), stackFacts);
    const [bleeding] = findings;
    expect(bleeding).toMatchObject({
      found: true,
      side: 'right',
      facts: { bleedingType: 'iph', largestSlice: 15 },
    });
    const ml = ((4 / 3) * Math.PI * 20 ** 3) / 1000;
    expect(Math.abs((bleeding?.volumeMl ?? 0) - ml) / ml).toBeLessThan(0.1);
    expect(scores.haemorrhage_ml).toBe(bleeding?.volumeMl);
    expect(reading.conclusion).toContain('on the right');
    expect(reading.keySlices[0]).toEqual({ slice: 14, file: 'slice-15', shows: 'hemorrhage' });
  });

  it('says none where none is, and what was not assessed', () => {
    const { findings, reading } = exam.read(
      head(30, () => 0.03),
      stackFacts,
    );
    expect(findings[0]).toMatchObject({ type: 'haemorrhage', found: false });
    expect(reading.conclusion).toContain('No intracranial hemorrhage identified');
    expect(reading.notAssessed.join(' ')).toContain('posterior fossa, basal cisterns, convexity');
  });

  it('tells a structure once, whatever words a slice begins with', () => {
    const slices = head(20, () => 0.03).map((_, i) =>
      readSlice(i, { ...calm, cisternsText: 'Basal cisterns visible (CSF 4.3 %)', sulciText: 'Prominent' }),
    );
    const { findings } = exam.read(slices, stackFacts).reading;
    expect(findings).toContain('Basal cisterns: visible (CSF 4.3 %).');
    expect(findings).toContain('Sulci: prominent.');
  });

  it('names the slices with metal, and what they cost', () => {
    const slices = head(20, () => 0.03).map((slice, i) =>
      i === 5 || i === 6 ? readSlice(i, { ...calm, metalPx: 30 }) : slice,
    );
    const { notAssessed } = exam.read(slices, stackFacts).reading;
    expect(notAssessed).toContain(
      'Metal on slices 6 to 7: its streaks may hide blood or look like it there.',
    );
  });

  it('takes the largest midline shift that a neighboring slice bears out', () => {
    const shifts = [0.01, 0.05, 0.06, 0.04, 0, 0.2, 0];
    const slices = shifts.map((shiftShare, i) =>
      readSlice(i, { ...calm, shiftShare, shiftMm: shiftShare * 130 }),
    );
    const shift = exam.read(slices, stackFacts).findings.find(({ type }) => type === 'midline shift');
    expect(shift).toMatchObject({
      found: true,
      side: 'left',
      facts: { share: 0.06, shiftMm: 7.8, level: 'lateral ventricles' },
    });
    expect(exam.read(slices, stackFacts).reading.findings.join(' ')).toContain(
      'Midline shift to the left of 7.8 mm, above 5 mm, on slice 3, at the level of the lateral ventricles.',
    );
    expect(shift?.slices[0]?.file).toBe('slice-3');
  });

  it('names a hypodense area only where two neighboring slices show it', () => {
    const marks = disc(
      { x: 90, y: 60, r: 15 },
      { type: 'hypodense area', score: 1, facts: { side: 'left' } },
    );
    const areas = (shown: readonly number[]) =>
      exam
        .read(
          Array.from({ length: 20 }, (_, i) => readSlice(i, calm, shown.includes(i) ? { marks } : {})),
          stackFacts,
        )
        .findings.filter(({ type, found }) => type === 'hypodense area' && found);
    expect(areas([8])).toHaveLength(0);
    expect(areas([8, 9])).toMatchObject([{ side: 'left', facts: { firstSlice: 9, lastSlice: 10 } }]);
  });

  it("judges Evans' index as it is printed", () => {
    const slices = [0.28, 0.302, 0.3].map((evansIndex, i) => readSlice(i, { ...calm, evansIndex }));
    const ventricles = exam
      .read(slices, stackFacts)
      .findings.find(({ type }) => type === 'ventricular dilation');
    expect(ventricles).toMatchObject({ found: false, facts: { evansIndex: 0.3 } });
  });
});
