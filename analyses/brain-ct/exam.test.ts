import { readingOfExam } from '@second-read/core/exam/report/exam-as-reading';
import { observationOf } from '@second-read/core/exam/report/exam-document';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { AttributeValue } from '@second-read/core/reading/candidate';
import { describe, expect, it } from 'vitest';
import { disc, readAs, readSlice, stackFacts } from '../exams.test-support.ts';
import { exam } from './exam.ts';

const calm: Readonly<Record<string, AttributeValue>> = { haemorrhage: 0.02, level: 'lateral ventricles' };
const head = (count: number, of: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => readSlice(index, { ...calm, haemorrhage: of(index) }));
const probabilityOf = (slices: ReturnType<typeof head>, spacingMm = 5) =>
  readAs('brain-ct', exam, slices, { ...stackFacts, spacingMm }).scores.haemorrhage_patient ?? Number.NaN;

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

  it('is that of its likeliest slice, as the report of that slice gives it', () => {
    expect(probabilityOf(head(30, (i) => (i === 14 ? 0.6 : 0.03)))).toBeCloseTo(0.6, 3);
  });

  it('is null where nothing was read', () => {
    const failed = { status: 'failed', reason: 'corrupt_file', message: '' } as const;
    const slices = [{ file: 'a', placeMm: null, slabMm: null, outcome: failed }];
    expect(readAs('brain-ct', exam, slices, stackFacts).scores.haemorrhage_patient).toBeNull();
  });
});

describe('the report of a head', () => {
  it('names one bleeding with side, type, slices and a volume near that of the ball', () => {
    const { findings, reading, scores } = readAs('brain-ct', exam, bleedingHead(), stackFacts);
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
    const { findings, reading } = readAs(
      'brain-ct',
      exam,
      head(30, () => 0.03),
      stackFacts,
    );
    expect(findings[0]).toMatchObject({ type: 'haemorrhage', found: false });
    expect(reading.conclusion).toContain('No intracranial hemorrhage identified');
    expect(reading.notAssessed.join(' ')).toContain('posterior fossa, basal cisterns, convexity');
  });

  it('states a structure once, by what most slices show', () => {
    const slices = head(20, () => 0.03).map((_, i) =>
      readSlice(i, {
        ...{ ...calm, cisterns: i < 3 ? 'narrow' : 'usual', cisternsCsfPercent: i < 3 ? 0.4 : 4.3 },
        ...{ sulci: 'effaced', sulciSide: 'left' },
      }),
    );
    const { findings } = readAs('brain-ct', exam, slices, stackFacts).reading;
    expect(findings).toContain('Basal cisterns: visible (CSF 4.3 % of the intracranial area).');
    expect(findings).toContain('Sulci: effaced on the left against the other side.');
    expect(findings).toContain('Mass effect is present.');
    expect(findings.join(' ')).not.toContain('volume');
  });

  it('is one bleeding for the pieces of a crescent, and lists specks beside it as also seen', () => {
    const piece = (y: number, r: number) =>
      disc({ x: 30, y, r }, { type: 'haemorrhage', score: 0.95, facts: { side: 'right', isNamed: true } });
    const slices = Array.from({ length: 30 }, (_, index) => {
      const isHere = index > 10 && index < 18;
      const pieces = isHere ? [...piece(30, 8), ...piece(52, 8), ...piece(74, 8)] : [];
      const speck = index === 12 ? piece(110, 3) : [];
      const facts = { ...calm, haemorrhage: isHere ? 0.95 : 0.02, type_sdh: isHere ? 0.8 : 0 };
      return readSlice(index, facts, { marks: [...pieces, ...speck] });
    });
    const { findings, reading, scores } = readAs('brain-ct', exam, slices, stackFacts);
    const bleedings = findings.filter(({ type }) => type === 'haemorrhage');
    expect(bleedings).toMatchObject([{ id: 'haemorrhage-1', side: 'right', facts: { bleedingType: 'sdh' } }]);
    expect(bleedings[0]?.slices).toHaveLength(21);
    expect(reading.findings.join(' ')).toContain(
      'Also seen: a hyperdensity below 1 ml on the right (0.14 ml).',
    );
    expect(scores.haemorrhage_ml).toBeGreaterThan(bleedings[0]?.volumeMl ?? 0);
    expect(reading.conclusion).toMatch(
      /^Suspected acute intracranial hemorrhage on the right, subdural hematoma favored, \d+\.\d ml/,
    );
  });

  it('lists specks as also seen where the files give no pixel size, by the usual size of a head', () => {
    const piece = (y: number, r: number) =>
      disc({ x: 30, y, r }, { type: 'haemorrhage', score: 0.95, facts: { side: 'right', isNamed: true } });
    const slices = Array.from({ length: 30 }, (_, index) => {
      const isHere = index > 10 && index < 18;
      const facts = { ...calm, haemorrhage: isHere ? 0.95 : 0.02, type_sdh: isHere ? 0.8 : 0 };
      const marks = [...(isHere ? piece(40, 12) : []), ...(index === 12 ? piece(110, 3) : [])];
      return readSlice(index, facts, { pixelMm: null, marks });
    });
    const { findings, reading } = readAs('brain-ct', exam, slices, stackFacts);
    expect(findings.filter(({ type }) => type === 'haemorrhage')).toHaveLength(1);
    expect(reading.findings.join(' ')).toContain(
      'Also seen: a hyperdensity below 1 ml on the right, by the usual size of a head.',
    );
  });

  it('says how many bleedings it does not list', () => {
    // Eight apart from each other: three rows of three, but one.
    const marks = [20, 64, 108].flatMap((y, row) =>
      [20, 64, 108]
        .slice(row === 2 ? 1 : 0)
        .flatMap((x) =>
          disc({ x, y, r: 8 }, { type: 'haemorrhage', score: 0.95, facts: { side: 'right', isNamed: true } }),
        ),
    );
    const slices = Array.from({ length: 30 }, (_, index) => {
      const isHere = index > 10 && index < 18;
      const facts = { ...calm, haemorrhage: isHere ? 0.95 : 0.02, type_iph: isHere ? 0.8 : 0 };
      return readSlice(index, facts, isHere ? { marks } : {});
    });
    const { findings, reading, scores } = readAs('brain-ct', exam, slices, stackFacts);
    const bleedings = findings.filter(({ type }) => type === 'haemorrhage');
    expect(bleedings).toHaveLength(6);
    expect(reading.findings.join(' ')).toMatch(
      /Also seen: 2 hyperdensities that are not listed on the right \(\d+\.\d\d ml in all\)\./,
    );
    const one = bleedings[0]?.volumeMl ?? 0;
    expect(scores.haemorrhage_ml).toBeCloseTo(8 * one, 0);
  });

  it('gives one figure for how likely the head bleeds', () => {
    const { findings, reading, scores } = readAs('brain-ct', exam, bleedingHead(), stackFacts);
    const words = `model score ${(100 * (scores.haemorrhage_patient ?? 0)).toFixed(1)} %`;
    expect(reading.conclusion).toContain(words);
    const [bleeding] = findings;
    const whole = { reading: { facts: reading.facts }, slices: [], findings } as unknown as StoredExam;
    expect(bleeding && observationOf(bleeding, whole, {})).toContain(words);
    expect(readingOfExam(whole).findings[0]?.certainty).toBeCloseTo(
      100 * (scores.haemorrhage_patient ?? 0),
      1,
    );
  });

  it('names all places with missing slices in one line, by the numbers of the scanner too', () => {
    const gaps = [
      { after: 3, missing: 2 },
      { after: 9, missing: 1 },
    ];
    const slices = head(20, () => 0.03);
    const { reading } = readAs('brain-ct', exam, slices, { ...stackFacts, gaps });
    const lines = reading.notAssessed.filter((line) => line.includes('missing behind'));
    expect(lines).toEqual(['3 slices are missing behind slices 4 and 10: volumes leave that part out.']);
    const many = Array.from({ length: 9 }, (_, after) => ({ after: 2 * after, missing: 1 }));
    expect(
      readAs('brain-ct', exam, slices, { ...stackFacts, gaps: many }).reading.notAssessed.join(' '),
    ).toContain('9 slices are missing in 9 places within slices 1 to 17: ');
  });

  it('names the slices with metal, and what they cost', () => {
    const slices = head(20, () => 0.03).map((slice, i) =>
      i === 5 || i === 6 ? readSlice(i, { ...calm, metalPx: 30 }) : slice,
    );
    const { notAssessed } = readAs('brain-ct', exam, slices, stackFacts).reading;
    expect(notAssessed).toContain(
      'Metal on slices 6 to 7: its streaks may hide blood or look like it there.',
    );
  });

  it('takes the largest midline shift that a neighboring slice bears out', () => {
    const shifts = [0.01, 0.05, 0.06, 0.04, 0, 0.2, 0];
    const slices = shifts.map((shiftShare, i) =>
      readSlice(i, { ...calm, shiftShare, shiftMm: shiftShare * 130 }),
    );
    const shift = readAs('brain-ct', exam, slices, stackFacts).findings.find(
      ({ type }) => type === 'midline shift',
    );
    expect(shift).toMatchObject({
      found: true,
      side: 'left',
      facts: { share: 0.06, shiftMm: 7.8, level: 'lateral ventricles' },
    });
    expect(readAs('brain-ct', exam, slices, stackFacts).reading.findings.join(' ')).toContain(
      'Midline shift to the left of 7.8 mm, above 5 mm, on slice 3, at the level of the lateral ventricles.',
    );
    expect(shift?.slices[0]?.file).toBe('slice-3');
  });

  it('gives no side to a midline shift that is none: exports would code it', () => {
    const slices = [0.02, 0.02, 0.02].map((shiftShare, i) => readSlice(i, { ...calm, shiftShare }));
    const { findings } = readAs('brain-ct', exam, slices, stackFacts);
    expect(findings.find(({ type }) => type === 'midline shift')).toMatchObject({ found: false, side: null });
  });

  it('names a hypodense area only where two neighboring slices show it', () => {
    const marks = disc(
      { x: 90, y: 60, r: 15 },
      { type: 'hypodense area', score: 1, facts: { side: 'left' } },
    );
    const areas = (shown: readonly number[]) =>
      readAs(
        'brain-ct',
        exam,
        Array.from({ length: 20 }, (_, i) => readSlice(i, calm, shown.includes(i) ? { marks } : {})),
        stackFacts,
      ).findings.filter(({ type, found }) => type === 'hypodense area' && found);
    expect(areas([8])).toHaveLength(0);
    expect(areas([8, 9])).toMatchObject([{ side: 'left', facts: { firstSlice: 9, lastSlice: 10 } }]);
  });

  it("judges Evans' index as it is printed", () => {
    const slices = [0.28, 0.302, 0.3].map((evansIndex, i) => readSlice(i, { ...calm, evansIndex }));
    const ventricles = readAs('brain-ct', exam, slices, stackFacts).findings.find(
      ({ type }) => type === 'ventricular dilation',
    );
    expect(ventricles).toMatchObject({ found: false, facts: { evansIndex: 0.3 } });
  });
});
