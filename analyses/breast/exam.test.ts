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

interface Shown {
  readonly marks?: readonly Mark[];
  readonly facts?: object;
  readonly findings?: readonly object[];
  readonly input?: object;
  readonly malignant?: number;
  /** Whether the file says which view it is. */
  readonly told?: boolean;
}

function view(index: number, side: string, name: string, category: number | null, shown: Shown = {}) {
  const { marks = [], facts = {}, findings = [], input = {}, malignant = 0.1, told = true } = shown;
  const reading = {
    category: category === null ? null : { system: 'birads', value: category, state: 'final' },
    findings,
    facts,
    input: {
      ...{ gate: null, spacingKnown: null, file: { sides: 'file', isDeclared: true, ageYears: 17 } },
      ...input,
    },
  } as unknown as BreastReading;
  const seen = {
    view: name,
    viewTold: told,
    sideTold: told ? side : null,
    sideSeen: side,
    density: 2,
    malignant,
  };
  return readSlice(index, seen, { reading, marks });
}

const fourViews = (leftCc: number, marks: readonly Mark[] = []) => [
  view(0, 'right', 'CC', 1),
  view(1, 'right', 'MLO', 1),
  view(2, 'left', 'CC', leftCc, { marks }),
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
    expect(reading.conclusion).toBe(
      'BI-RADS 0, incomplete: left MLO view is missing. Right breast: BI-RADS 1, negative; routine screening. Left breast: BI-RADS 0.',
    );
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
    view(0, 'left', 'CC', 4, { marks: [cc] }),
    view(1, 'left', 'MLO', 4, { marks: [mlo] }),
    view(2, 'right', 'CC', 1, { marks: [mass(0.42)] }),
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

describe('density', () => {
  const findings = (
    left: number | null,
    right: number | null,
    areas: readonly [number, number] = [20, 20],
  ) => {
    const side = (name: 'left' | 'right', density: number | null) =>
      density === null
        ? []
        : ['CC', 'MLO'].map((view, i) =>
            readSlice(i, {
              ...{ view, viewTold: true, sideTold: name, sideSeen: name, density },
              percentDensity: areas[name === 'left' ? 0 : 1],
            }),
          );
    const slices = [...side('left', left), ...side('right', right)];
    return readAs('breast', exam, slices, stackFacts).reading.findings;
  };

  it.each([
    [2.2, 2, 'There are scattered areas of fibroglandular density (BI-RADS density b).'],
    [
      ...([2.7, 2.3] as const),
      'Density similar, b to c: scattered areas of fibroglandular density to heterogeneously dense, which may obscure small masses.',
    ],
    [
      ...([null, 2.6] as const),
      'The right breast is heterogeneously dense, which may obscure small masses (BI-RADS density c).',
    ],
  ])('of %s and %s is one sentence', (left, right, words) => {
    expect(findings(left, right)[0]).toBe(words);
    expect(findings(left, right)[1]).toMatch(/^No mass/);
  });

  it('is not the same where letters or areas are apart, and the denser breast decides all the same', () => {
    expect(findings(3.4, 2).slice(0, 2)).toEqual([
      'The breasts are heterogeneously dense, which may obscure small masses.',
      'Density asymmetry: the left breast is denser (BI-RADS density right b, left c).',
    ]);
    expect(findings(1.7, 1.2, [30.8, 12.7]).slice(0, 2)).toEqual([
      'There are scattered areas of fibroglandular density.',
      'Density asymmetry: more of the left breast is dense (right and left 13 and 31 % of the area).',
    ]);
  });
});

describe('a breast that scores too high to be called negative', () => {
  const high = fourViews(1).map((_, at) =>
    view(at, at < 2 ? 'right' : 'left', at % 2 === 0 ? 'CC' : 'MLO', at === 1 ? null : 1, {
      malignant: at === 0 ? 0.32 : at === 1 ? 0.845 : 0.1,
    }),
  );

  it('has no category, and the exam none either', () => {
    const { reading } = read(high);
    expect(reading.category).toBeUndefined();
    expect(reading.conclusion).toBe(
      'No finding named at the screening operating point; assessment by the reader. Right breast: no category. Left breast: BI-RADS 1, negative; routine screening.',
    );
    expect(reading.findings.join(' ')).toContain(
      'The right breast scores 61.6 % for malignancy, and no mass is named: look at its views again.',
    );
  });

  it('does so alone too, and leaves a finding of the other breast its category', () => {
    expect(read(high.slice(0, 2)).reading.conclusion).toBe(
      'No finding named at the screening operating point; assessment by the reader. Left breast: not imaged.',
    );
    const marks = [mass(0.4)];
    const other = [...high.slice(0, 3), view(3, 'left', 'MLO', 4, { marks })];
    expect(read(other).reading.category).toEqual({ system: 'birads', value: '0', parts: { left: '0' } });
  });

  it('comes before exams without a finding', () => {
    const { reading } = read(high);
    expect(reading.rules.map(({ id }) => id)).toContain('left-to-reader');
  });
});

describe('a breast of which no view was sent', () => {
  it('has no category, and the exam has that of the other', () => {
    const { reading, scores } = read(fourViews(1).slice(0, 2));
    expect(reading.category).toEqual({ system: 'birads', value: '1', parts: { right: '1' } });
    expect(scores.birads).toBe(1);
    expect(reading.conclusion).toBe('BI-RADS 1, negative; routine screening. Left breast: not imaged.');
    expect(reading.notAssessed.join(' ')).not.toContain('Missing');
  });

  it('is another matter than a view that both breasts lack', () => {
    const { reading } = read([view(0, 'right', 'MLO', 1), view(1, 'left', 'MLO', 1)]);
    expect(reading.conclusion).toBe('BI-RADS 0, incomplete: CC views of both breasts are missing.');
  });
});

describe('what single views say', () => {
  const round = { form: 'round', sizeMm: 2, place: null };
  const input = { spacingKnown: false, inverted: true, modifiers: ['raw_values'] };

  it('is said of the exam: calcifications by their form, a node, what was too small', () => {
    const node = { type: 'axilla', state: 'found' };
    const small = { type: 'calcification', state: 'not_assessed', reason: 'not_measurable' };
    const { reading } = read([
      view(0, 'right', 'CC', 1, { findings: [small] }),
      view(1, 'right', 'MLO', 2, { facts: { coarse: [round] } }),
      view(2, 'left', 'CC', 1, { facts: { spread: { spots: 9, place: null } } }),
      view(3, 'left', 'MLO', 1, { findings: [node] }),
    ]);
    expect(reading.category?.parts).toEqual({ right: '2', left: '1' });
    expect(reading.findings.slice(1)).toEqual([
      'No mass identified on any view.',
      'Right breast: coarse calcifications on MLO (round), typically benign.',
      'Left breast: bright spots over a larger area on CC; segmental or regional calcifications are possible.',
      'Left breast: possible axillary node on MLO; the search for nodes is not validated.',
    ]);
    expect(reading.notAssessed.slice(0, 2)).toEqual([
      'Too small for calcifications and subtle masses, which are not excluded: right CC. Please upload them at full size.',
      'Not assessed: architectural distortion, asymmetry, skin, comparison with priors.',
    ]);
  });

  it('is said of the technique, with the views in the order in which they hang', () => {
    const slices = [view(0, 'left', 'MLO', 1), view(1, 'left', 'CC', 1, { input })];
    const { reading } = read([...slices, view(2, 'right', 'MLO', 1), view(3, 'right', 'CC', 1)]);
    expect(reading.technique[0]).toBe(
      'Technique: mammography, 4 views (right CC, left CC, right MLO, left MLO); values of the detector before processing for display, on which nothing was measured on left CC; inverted (dense tissue dark) on left CC; no pixel spacing on left CC.',
    );
  });
});

it('two of one view and none of the other: side and view were inferred wrongly, and no breast has a category', () => {
  const names = ['MLO', 'CC', 'MLO', 'MLO'];
  const guessed = (marks: readonly Mark[]) =>
    read(
      names.map((name, at) =>
        view(at, at === 0 || at === 3 ? 'right' : 'left', name, at < marks.length ? 4 : 1, {
          told: false,
          ...(at === 0 && { marks }),
        }),
      ),
    );
  const { reading } = guessed([]);
  expect(reading.category).toBeUndefined();
  expect(reading.conclusion).toBe(
    'No finding named; side and view of the images are not known: please state them at upload.',
  );
  expect(reading.technique[0]).toMatch(/^Technique: mammography, 4 views\./);
  const found = guessed([mass(0.4)]);
  expect(found.reading.category).toEqual({ system: 'birads', value: '0' });
  expect(found.findings[0]?.side).toBeNull();
});

it('a view whose file names neither side nor view is told from the picture, and the report says so', () => {
  const facts = { view: 'CC', viewTold: false, sideTold: null, sideSeen: 'right' };
  const { reading } = readAs('breast', exam, [readSlice(0, facts)], stackFacts);
  expect(reading.technique[0]).toContain('right CC');
  expect(reading.technique[0]).toContain('determined from the image');
});
