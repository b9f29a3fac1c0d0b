import type { ExamSlice } from '@second-read/core/exam/exam-slice';
import type { Mark } from '@second-read/core/reading/mark';
import { describe, expect, it } from 'vitest';
import { readAs, readSlice, stackFacts } from '../exams.test-support.ts';
import { exam } from './exam.ts';
import type { BreastReading } from './reading/schema.ts';

const mass = (nippleShare: number, score = 0.6): Mark => ({
  type: 'mass',
  score,
  areaPx: 100,
  box: { x: 10, y: 10, width: 10, height: 10 },
  runs: new Int32Array(),
  facts: { isNamed: true, nippleShare, sizeMm: 14, malignant: 0.3 },
});

function view(index: number, side: string, name: string, category: number, marks: readonly Mark[] = []) {
  const reading = {
    category: { system: 'birads', value: category, state: 'final' },
    input: { gate: null, spacingKnown: null, file: { sides: 'file', isDeclared: true, ageYears: 17 } },
  } as unknown as BreastReading;
  const facts = { view: name, viewTold: true, sideTold: side, sideSeen: 'left', density: 2 };
  return readSlice(index, facts, { reading, marks });
}

const fourViews = (leftCc: number, marks: readonly Mark[] = []) => [
  view(0, 'right', 'CC', 1),
  view(1, 'right', 'MLO', 1),
  view(2, 'left', 'CC', leftCc, marks),
  view(3, 'left', 'MLO', 1),
];
function withOpenQuestion(slice: ExamSlice): ExamSlice {
  const { outcome } = slice;
  if (outcome.status !== 'read') return slice;
  const facts = { ...outcome.evidence.facts, hasOpenQuestion: true };
  return { ...slice, outcome: { ...outcome, evidence: { ...outcome.evidence, facts } } };
}
const read = (slices: ReturnType<typeof fourViews>) => readAs('breast', exam, slices, stackFacts);

describe('the category of a mammography', () => {
  it('is negative only where all four views are', () => {
    expect(read(fourViews(1)).reading.category).toEqual({
      system: 'birads',
      value: '1',
      parts: { right: '1', left: '1' },
    });
  });

  it('calls no breast negative beside a view of it that is not, and follows the more pressing breast', () => {
    const { reading } = read(fourViews(4, [mass(0.4)]));
    expect(reading.conclusion).toBe(
      'BI-RADS 0, incomplete: mass in the left breast; further views or comparison with priors. Right breast: BI-RADS 1, negative; routine screening. Left breast: BI-RADS 0.',
    );
    expect(reading.category).toMatchObject({ value: '0', parts: { right: '1', left: '0' } });
    expect(reading.trace).toEqual([
      'Right breast: 1, its most suspicious finding or view (views CC 1, MLO 1).',
      'Left breast: 0, a finding to be worked up first (Mass on CC: 0; views CC 1, MLO 1).',
      'Exam: 0, the more suspicious breast (right 1, left 0).',
    ]);
  });

  it('says what its files say of the patient', () => {
    expect(read(fourViews(1)).reading.notAssessed.join(' ')).toContain('Patient aged 17 years');
  });

  it.each([3, 4, 5])('is never %i on standard views: that follows a diagnostic work-up', (category) => {
    expect(read(fourViews(category, [mass(0.4)])).reading.category?.value).toBe('0');
  });

  it('is benign where a view is, and known where a view says so', () => {
    expect(read(fourViews(2)).reading.category?.value).toBe('2');
    expect(read(fourViews(6)).reading.category?.value).toBe('6');
  });

  it('is incomplete where a view has calcifications to be judged, also once its mass is rejected', () => {
    const slices = fourViews(4, [mass(0.4)]).map((slice, at) => (at === 2 ? withOpenQuestion(slice) : slice));
    const { views } = read(slices).reading;
    expect(views?.map(({ category }) => category)).toEqual([1, 1, 0, 1]);
  });

  it('is incomplete for a breast with one view, and says which views are missing', () => {
    const { reading } = read(fourViews(1).filter((_, i) => i !== 3));
    expect(reading.category).toMatchObject({ value: '0', parts: { left: '0' } });
    expect(reading.notAssessed[0]).toContain('left MLO');
    expect(reading.notAssessed.at(-1)).toContain('a negative reading excludes none');
  });
});

it('the score of a breast is the mean of the log-odds of its views, that of the exam the higher one', () => {
  const scored = ['left', 'right'].flatMap((side, at) =>
    [0.2, at === 0 ? 0.8 : 0.2].map((malignant, i) =>
      readSlice(2 * at + i, { view: i === 0 ? 'CC' : 'MLO', sideTold: side, malignant }),
    ),
  );
  expect(readAs('breast', exam, scored, stackFacts).scores).toMatchObject({
    ...{ malignant: 0.5, malignant_left: 0.5, malignant_right: 0.2, abnormal: null },
  });
});

describe('places on two views', () => {
  const withMasses = (cc: Mark, mlo: Mark) => [
    view(0, 'left', 'CC', 4, [cc]),
    view(1, 'left', 'MLO', 4, [mlo]),
    view(2, 'right', 'CC', 1, [mass(0.42)]),
  ];

  it('are one lesion at the same distance from the nipple, never of two breasts', () => {
    const { findings } = read(withMasses(mass(0.4), mass(0.45)));
    expect(findings.map(({ side, slices }) => [side, slices.length])).toEqual([
      ['left', 2],
      ['right', 1],
    ]);
  });

  it('are told with their distances from the nipple on both views, in millimeters where the film has a size', () => {
    const { reading } = read(withMasses(mass(0.4), mass(0.45)));
    expect(reading.findings.join(' ')).toContain(
      "Left breast: mass of 14 mm on CC and MLO, at 40 and 45 % of the breast's depth from the nipple",
    );
    expect(reading.findings.join(' ')).toContain('on CC alone, at 42 %');
    const sized = withMasses(mass(0.4), mass(0.45)).map((slice) => {
      const { outcome } = slice;
      if (outcome.status !== 'read') return slice;
      const facts = { ...outcome.evidence.facts, breastDepthPx: 800, mmPerPixel: 0.1 };
      return { ...slice, outcome: { ...outcome, evidence: { ...outcome.evidence, facts } } };
    });
    const { reading: told, findings } = read(sized);
    expect(told.findings.join(' ')).toContain('on CC and MLO, 32 and 36 mm from the nipple');
    expect(findings[0]?.facts.nippleMm).toBe('32+36');
  });

  it('stay two lesions at different distances', () => {
    const { findings } = read(withMasses(mass(0.2), mass(0.7)));
    expect(findings.filter(({ side }) => side === 'left').map(({ slices }) => slices.length)).toEqual([1, 1]);
  });
});

it('density is told for each breast, and asymmetry by how far the breasts are apart', () => {
  const dense = (side: string, density: number) =>
    ['CC', 'MLO'].map((name, i) =>
      readSlice(i, { view: name, viewTold: true, sideTold: side, sideSeen: 'left', density }),
    );
  const findings = (left: number, right: number) =>
    readAs('breast', exam, [...dense('left', left), ...dense('right', right)], stackFacts).reading.findings;
  expect(findings(2.2, 2)).toContain('No density asymmetry (ACR right b, left b).');
  expect(findings(3.4, 2)).toContain(
    'Density asymmetry: the left breast is denser (ACR right b, left c; 1.4 steps apart).',
  );
});

it('a view whose file names neither side nor view is told from the picture, and the report says so', () => {
  const facts = { view: 'CC', viewTold: false, sideTold: null, sideSeen: 'right' };
  const { reading } = readAs('breast', exam, [readSlice(0, facts)], stackFacts);
  expect(reading.technique[0]).toContain('right CC');
  expect(reading.technique[0]).toContain('determined from the image');
});
