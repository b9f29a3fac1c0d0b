import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ReportHeader } from '@second-read/core/report/document';
import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { earlierBreast as readingFromWire } from '../../apps/server/src/modules/earlier/breast.ts';
import type { BreastReading } from './reading/schema.ts';
import { reading } from './reading.ts';
import { commentsOf } from './report/comments.ts';
import { report } from './report.ts';

const documentOf = (wire: WireFields, header: ReportHeader) =>
  report.toDocument(readingFromWire(wire), header);

const header = { reportId: 'breast-1', patientId: '0042', createdAt: null, analysedBy: null };

const specified = [
  'birads_cat:4',
  'mass:1',
  'mass_definition:3',
  'mass_density:3',
  'mass_shape:3',
  'mass_calcification:0',
  'axilla_findings:1',
  'calcification:1',
  'acr_breast_density:2',
];

const line = { reason: null, certainty: null, measurements: [], region: null, side: null };
const count = (quantity: string, value: number) =>
  ({ quantity, value, unit: 'count', method: null }) as const;

const told: BreastReading = {
  module: 'breast',
  version: 1,
  origin: 'engine',
  legible: true,
  findings: [
    {
      ...{ ...line, id: 'mass-1', type: 'mass', state: 'found', certainty: 87.4 },
      descriptors: {
        ...{ margin: 'spiculated', density: 'high', shape: 'irregular', calcified: false },
        place: { level: 'central', depth: 'middle' },
      },
      measurements: [
        { quantity: 'longest_diameter', value: 14.2, unit: 'mm', method: null },
        { quantity: 'longest_diameter', value: 71, unit: 'px', method: null },
        { quantity: 'share_of_breast_width', value: 12.5, unit: 'percent', method: null },
        { quantity: 'malignancy', value: 61, unit: 'percent', method: null },
      ],
      region: { box: null, centre: { x: 48.1, y: 43 }, labelClass: 4 },
    },
    {
      ...{ ...line, id: 'axilla-1', type: 'axilla', state: 'not_assessed', reason: 'outside_view' },
      descriptors: null,
    },
    {
      ...{ ...line, id: 'calcification-1', type: 'calcification', state: 'not_found', certainty: 71 },
      ...{ descriptors: null, measurements: [count('clusters', 0), count('spots', 2)] },
    },
    {
      ...{ ...line, id: 'breast-tissue-1', type: 'breast tissue', state: 'found', certainty: 66 },
      descriptors: { composition: 'scattered' },
    },
  ],
  category: { system: 'birads', value: 4, state: 'final' },
  rules: [
    {
      ...{ id: 'suspicious-mass', values: {} },
      text: '4: irregular, spiculated mass, 14 mm, probability 61 %',
    },
  ],
  facts: { malignant: null, abnormal: null, density: null, percentDensity: 24.1 },
  input: {
    ...{ gate: 99, spacingKnown: true, view: 'CC', viewTold: true, inverted: false },
    file: { sides: 'file', isDeclared: true },
  },
  texts: { conclusion: null, comments: [] },
};

const comments = [
  'This breast shows scattered areas of fibroglandular density (BI-RADS density b).',
  'Mass 1: high-density irregular mass with spiculated margin, 14.2 mm, central, middle depth (model score 87.4 %, for malignancy 61.0 %).',
  'No grouped calcifications identified on this view.',
  'Not assessed: architectural distortion, asymmetry, skin, axilla (not on this view), the other view, the other breast and earlier pictures.',
  'Technique: one CC view; lateral side up.',
];

/** The same picture without pixel spacing: the size in mm is estimated. */
function unscaled(): BreastReading {
  const [mass, ...others] = told.findings;
  const [, px, ...rest] = mass?.measurements ?? [];
  const estimate = { quantity: 'estimated_diameter', value: 14, unit: 'mm', method: 'size_of_breast' };
  const measured = { ...mass, measurements: [px, estimate, ...rest] } as BreastReading['findings'][number];
  return { ...told, findings: [measured, ...others], input: { ...told.input, spacingKnown: false } };
}

/** The same picture without its mass, incomplete for what a second point marks or the picture's own score. */
function unlocated(malignant: number, marks?: number): BreastReading {
  const [mass, ...others] = told.findings;
  const masses = Array.from({ length: marks ?? 0 }, () => ({ place: null, score: 9 }));
  const gone = { ...mass, state: 'not_found', certainty: null, measurements: [], region: null };
  return {
    ...told,
    findings: [{ ...gone, descriptors: null } as BreastReading['findings'][number], ...others],
    category: { system: 'birads', value: 0, state: 'incomplete' },
    rules: [],
    facts: { ...told.facts, malignant, ...(marks !== undefined && { below: { masses, clusters: 0 } }) },
  };
}

describe('the breast report on the wire', () => {
  it('tells an exaggerated view and an implant that was displaced by what the file says', () => {
    const input = { ...told.input, otherView: 'XCCL', modifiers: ['implant_displaced' as const] } as const;
    expect(commentsOf({ ...told, input: { ...input, modifiers: [...input.modifiers] } }).at(-1)).toBe(
      'Technique: one laterally exaggerated CC view; lateral side up; implant displaced: the tissue behind it is not shown.',
    );
  });

  it('tells coarse calcifications by their form, and calls benign only a few of typical ones', () => {
    const round = { form: 'round' as const, sizeMm: 2.2, place: null };
    const tell = (coarse: BreastReading['facts']['coarse']) =>
      commentsOf({ ...told, facts: { ...told.facts, coarse } }).join(' ');
    expect(tell([round])).toContain(
      'A coarse calcification: round, about 2.2 mm. This form is typically benign.',
    );
    expect(tell([round, { ...round, form: 'rod' }])).toContain('These forms are typically benign.');
    expect(tell([round, { ...round, form: 'irregular' }])).toContain('for the reader to judge');
    expect(tell(Array.from({ length: 5 }, () => round))).toMatch(
      /^.*5 coarse calcifications: .*and others\. Their form and distribution are for the reader to judge/,
    );
    expect(tell([])).not.toContain('oarse');
    expect(tell(null)).toContain('skin, axilla (not on this view), coarse calcifications, the other view');
  });

  it('gives an estimated size beside the pixels where the file has no spacing, and says so', () => {
    const text = commentsOf(unscaled()).join(' ');
    expect(text).toContain('spiculated margin, 71 px (about 14 mm), central');
    expect(text).toContain(
      'no pixel spacing. Sizes in mm are estimated from the size of the breast, to about a third.',
    );
    expect(String(report.toWire(unscaled()).report_text)).toContain('mass_size_estimated_mm:14');
    expect(JSON.stringify(report.toDocument(readingFromWire(report.toWire(unscaled())), noHeader))).toContain(
      '71 px (12.5 % of breast width), about 14 mm by the size of the breast',
    );
  });

  it('says what lateral means where a place is told and the view only from the missing muscle', () => {
    const unsure = { ...told, input: { ...told.input, viewTold: false } };
    const hint = 'If this is an MLO view, lateral means upper, and medial lower.';
    const lateral = { level: 'lateral', depth: 'middle' } as const;
    const placed = { ...unsure, facts: { ...told.facts, spread: { spots: 9, place: lateral } } };
    expect(String(report.toWire(placed).report_text)).toContain(hint);
    expect(String(report.toWire(unsure).report_text)).not.toContain(hint);
    expect(String(report.toWire(told).report_text)).not.toContain(hint);
  });

  it('writes every key of the specification and the measured confidences', () => {
    expect(report.toWire(told)).toEqual({
      report_text: [
        'birads_cat:4',
        'mass:1',
        'mass_definition:3',
        'mass_density:3',
        'mass_shape:3',
        'mass_calcification:0',
        'mass_confidence:87.4',
        'mass_count:1',
        'mass_size_mm:14.2',
        'mass_size_px:71',
        'mass_size_percent:12.5',
        'mass_probability:61',
        'mass_location:central, middle depth',
        'mass_places:48.1,43.0',
        'axilla_findings:0',
        'axilla_assessable:0',
        'calcification:0',
        'calcification_confidence:71.0',
        'calcification_clusters:0',
        'calcification_spots:2',
        'acr_breast_density:2',
        'breast_density_confidence:66.0',
        'percent_density:24.1',
        'impression:Suspicious: high-density irregular mass with spiculated margin, 14.2 mm, central, middle depth; work-up and biopsy are usually advised.',
        ...comments.map((comment) => `comment:${comment}`),
        'trace:4: irregular, spiculated mass, 14 mm, probability 61 %',
      ],
    });
  });

  it('comes back as the same words', () => {
    const document = documentOf(report.toWire(told), header);
    expect(document.assessment?.comments).toEqual(comments);
    expect(document.assessment?.trace).toEqual(['4: irregular, spiculated mass, 14 mm, probability 61 %']);
    expect(document.findings[0]).toMatchObject({ type: 'mass', found: true, confidence: 87.4 });
    expect(document.findings[0]?.details).toContainEqual({
      label: 'Measurement',
      value: '14.2 mm (12.5 % of breast width)',
    });
  });
});

describe('a breast report of which a reader rejected the mass', () => {
  it('tells of it nowhere', () => {
    const { category } = { category: { system: 'birads', value: 1, state: 'final' } as const };
    const text = String(report.toWire({ ...unlocated(1), category }).report_text);
    expect(text).toContain('mass:0');
    expect(text).toContain('birads_cat:1');
    expect(text).toContain('comment:No mass or grouped calcifications identified on this view.');
    expect(text).not.toMatch(/spiculated|14\.2|mass_size|mass_places/);
  });
});

describe('the breast report document', () => {
  const document = documentOf({ report_text: specified }, header);

  it('words the fields as specified', () => {
    expect(document.findings.map((finding) => finding.details)).toEqual([
      [
        { label: 'Definition', value: 'Spiculated', descriptor: 'margin' },
        { label: 'Density', value: 'High Dense', descriptor: 'density' },
        { label: 'Shape', value: 'Irregular', descriptor: 'shape' },
        { label: 'Mass Calcification', value: 'No' },
      ],
      [{ label: 'Axilla Type', value: 'Fatty Hillum' }],
      [{ label: 'Calcification Type', value: 'Discrete' }],
      [{ label: 'Breast Density', value: 'Fibroglandular/Mixed', descriptor: 'composition' }],
    ]);
  });

  it.each([
    ['mass_definition', 'Definition', ['Well-defined', 'Ill-defined', 'Spiculated']],
    ['mass_density', 'Density', ['Low Dense', 'Iso-dense/Equal Dense', 'High Dense']],
    ['mass_shape', 'Shape', ['Oval', 'Rounded', 'Irregular']],
    [
      'acr_breast_density',
      'Breast Density',
      ['Fatty/Normal', 'Fibroglandular/Mixed', 'Heterogeneously Dense', 'Highly Dense'],
    ],
  ])('words every value of %s', (key, label, words) => {
    const shown = words.map((_, index) => {
      const { findings } = documentOf({ report_text: ['mass:1', `${key}:${index + 1}`] }, header);
      return findings.flatMap(({ details }) => details).find((detail) => detail.label === label)?.value;
    });
    expect(shown).toEqual(words);
  });

  it('words a calcified mass as Yes and any other as No', () => {
    for (const [value, words] of [
      [1, 'Yes'],
      [0, 'No'],
    ] as const) {
      const text = ['mass:1', `mass_calcification:${value}`];
      expect(documentOf({ report_text: text }, header).findings[0]?.details).toContainEqual({
        label: 'Mass Calcification',
        value: words,
      });
    }
  });

  it('words the density differently in the history, and nothing else', () => {
    const inHistory = report.toDocument(readingFromWire({ report_text: specified }), header, {
      inHistory: true,
    });
    expect(inHistory.findings[3]?.details).toEqual([
      {
        label: 'Breast Density',
        value: 'ACR b: scattered fibroglandular tissue',
        descriptor: 'composition',
      },
    ]);
    expect(inHistory.findings.slice(0, 3)).toEqual(document.findings.slice(0, 3));
  });

  it('shows 99 as a fixed display value where no confidence was measured', () => {
    for (const finding of document.findings) {
      expect(finding).toMatchObject({ confidence: 99, confidenceNote: 'fixed display value' });
    }
  });

  it('is urgent from category 4 and asks for attention below', () => {
    expect(document.assessment?.category).toMatchObject({ label: 'BI-RADS 4', severity: 'urgent' });
    const three = documentOf({ report_text: ['birads_cat:3', 'mass:0'] }, header);
    expect(three.assessment?.category).toMatchObject({ value: 3, severity: 'attention' });
    expect(three.assessment?.category?.management).toMatch(/^Six-month follow-up/);
  });

  it('says pending analysis, and no finding, where nothing was analysed yet', () => {
    const pending = documentOf({}, header);
    expect(pending.findings).toEqual([]);
    expect(pending.assessment?.category).toMatchObject({
      value: 0,
      words: 'Pending analysis',
      severity: 'pending',
    });
  });

  it('begins with one sentence that concludes, also for what was stored without one', () => {
    const text = (...lines: string[]) => documentOf({ report_text: lines }, header).diagnosis?.text;
    expect(document.diagnosis?.heading).toBe('Impression');
    expect(text('birads_cat:4', 'calcification:1', 'trace:4B: moderate suspicion.')).toBe(
      'Suspicious: grouped calcifications; work-up and biopsy are usually advised.',
    );
    expect(text('birads_cat:3', 'mass:1', 'mass_shape:2', 'mass_definition:1', 'mass_size_px:40')).toBe(
      'Probably benign: round mass with circumscribed margin, 40 px; a full diagnostic work-up comes first.',
    );
    expect(text('birads_cat:1', 'mass:0')).toMatch(/^Negative on this view; /);
    expect(text('mass:maybe')).toBe('No conclusion: the result names no category.');
  });

  it('stores no category where the picture looks malignant and nothing was located, and says incomplete', () => {
    const wire = report.toWire(unlocated(52));
    expect(String(wire.report_text)).not.toContain('birads_cat');
    expect(wire.report_text).toContain('malignancy_score:52.0');
    const { assessment, diagnosis } = documentOf(wire, header);
    expect(assessment?.category).toEqual({
      label: 'BI-RADS',
      value: 0,
      words: 'Incomplete, further views needed',
      management: 'Further views and comparison with earlier pictures.',
      severity: 'attention',
    });
    expect(diagnosis?.text).toMatch(
      /^Incomplete: no lesion was located, .* of 52\.0 % is too high .* \(limit 2 %\)/,
    );
    expect(reading.urgencyOf(reading.readingFromWire(wire))).toEqual({
      value: 58,
      level: 'finding',
      words: 'Incomplete, further views needed',
    });
  });

  it.each([
    [
      1,
      'Incomplete: no mass or grouped calcifications named, but 1 marked place needs a look; the view is not called negative.',
    ],
    [
      2,
      'Incomplete: no mass or grouped calcifications named, but 2 marked places need a look; the view is not called negative.',
    ],
    [
      0,
      'Incomplete: no lesion was located, but the malignancy score of 12.0 % is too high for a negative view; further views are needed.',
    ],
  ])('says in plain words that %i places were marked without a name', (marks, words) => {
    const wire = report.toWire(unlocated(12, marks));
    expect(wire.report_text).toContain(`marks_below:${marks}`);
    expect(documentOf(wire, header).diagnosis?.text).toBe(words);
  });

  it('says Not assessed of a field that is missing or malformed', () => {
    const malformed = documentOf({ report_text: ['birads_cat:1', 'mass:maybe', 'calcification:7'] }, header);
    expect(malformed.findings.slice(0, 3).map(({ found, note }) => [found, note])).toEqual(
      ['', '', ''].map(() => [false, 'Not assessed: the response says nothing of it.']),
    );
  });

  it('names no category where a result carries none', () => {
    const malformed = documentOf({ report_text: ['mass:maybe', 7, ':', 'birads_cat:x'] }, header);
    expect(malformed.assessment?.category).toBeUndefined();
    expect(malformed.assessment?.comments).toEqual(['Not specified']);
    expect(malformed.findings[0]?.found).toBe(false);
  });

  it('says that a view without an axilla was not assessed rather than normal', () => {
    const craniocaudal = documentOf(report.toWire(told), header);
    expect(craniocaudal.findings[1]).toMatchObject({
      found: false,
      confidence: null,
      note: 'Not assessed: this view shows no axillary field.',
    });
  });

  it('calls no axilla searched by what is not validated, and no rank a probability', () => {
    const searched = documentOf({ report_text: ['axilla_findings:0', 'axilla_assessable:1'] }, header);
    expect(searched.findings[1]).toMatchObject({
      found: false,
      confidence: null,
      isAssessed: false,
      note: 'Not assessed: the search for nodes is not validated.',
    });
    const found = ['axilla_findings:1', 'axilla_assessable:1', 'axilla_confidence:49.1'];
    expect(documentOf({ report_text: found }, header).findings[1]).toMatchObject({
      confidence: 49.1,
      confidenceNote: 'a rank, not a probability',
    });
  });

  it('leaves the time stamp of the file name to whoever saves it', () => {
    expect(document.fileName).toBe('medical-report-0042-{timestamp}.pdf');
  });
});

describe('an image too small for calcifications', () => {
  const small: BreastReading = {
    ...unlocated(12),
    category: { system: 'birads', value: 1, state: 'final' },
    findings: unlocated(12).findings.map((each) =>
      each.type === 'calcification'
        ? { ...each, state: 'not_assessed', reason: 'not_measurable', certainty: null, measurements: [] }
        : each,
    ),
  };

  it('says that they and subtle masses are not excluded, in the impression and below it', () => {
    const document = report.toDocument(small, header);
    expect(document.diagnosis?.text).toBe('Negative on this view, as far as so small an image shows.');
    expect(document.assessment?.comments.join(' ')).toContain('too small for calcifications');
    expect(document.assessment?.comments.join(' ')).not.toContain('No grouped calcifications');
  });

  it('claims no confidence for them, and says so on the wire', () => {
    const wire = report.toWire(small);
    expect(wire.report_text).toContain('calcification_assessable:0');
    for (const document of [report.toDocument(small, header), documentOf(wire, header)])
      expect(document.findings[2]).toMatchObject({
        ...{ found: false, confidence: null, note: 'Not assessed: the image is too small.' },
      });
  });
});

it('a view with calcifications to judge is incomplete for them', () => {
  const coarse = [{ form: 'irregular' as const, sizeMm: 2, place: null }];
  const open = unlocated(12);
  expect(report.toDocument({ ...open, facts: { ...open.facts, coarse } }, header).diagnosis?.text).toBe(
    'Incomplete: coarse calcifications whose form is not typically benign; magnification views are needed.',
  );
});

it('a report that gives a score says at which share of cancers it holds, one without that it excludes none', () => {
  const [scored, missed] = [
    'Scores hold where 16 of 100 images show a cancer',
    'a negative reading excludes none',
  ];
  const facts = { ...told.facts, prevalence: 16.4 };
  const withMass = commentsOf({ ...told, facts }).join(' ');
  const without = commentsOf({ ...unlocated(12), facts }).join(' ');
  expect([withMass.includes(scored), withMass.includes(missed)]).toEqual([true, false]);
  expect([without.includes(scored), without.includes(missed)]).toEqual([false, true]);
});

describe('the impression of several masses', () => {
  it.each([
    [2, 'an equal-density'],
    [3, 'a high-density'],
  ])('has the article of its density: %i', (density, words) => {
    const report_text = [
      'birads_cat:4',
      'mass:1',
      'mass_count:2',
      `mass_density:${density}`,
      'mass_shape:1',
      'mass_definition:2',
    ];
    const { diagnosis } = documentOf({ report_text }, noHeader);
    expect(diagnosis?.text).toContain(`2 masses, the most likely ${words} oval mass`);
  });
});

it('a view that scores too high for a negative one has no category, no negative words, and comes before others', () => {
  const rules = [{ id: 'left-to-reader', values: {}, text: 'none' }];
  const open: BreastReading = { ...unlocated(78.6), category: null, rules };
  const wire = report.toWire(open);
  expect(String(wire.report_text)).not.toMatch(/birads_cat|[Nn]egative on|routine/);
  const document = report.toDocument(open, header);
  expect(document.diagnosis?.text).toBe(
    'No finding named at the screening operating point; assessment by the reader.',
  );
  expect(document.assessment?.category).toBeUndefined();
  expect(document.assessment?.comments.join(' ')).toMatch(/whole view scores 78\.6 %/);
  expect(document.assessment?.comments).not.toContain('Not specified');
  expect(reading.urgencyOf(open)).toMatchObject({ value: 58, level: 'finding' });
});

it('coarse calcifications of benign forms are a benign finding', () => {
  const coarse = [{ form: 'round' as const, sizeMm: 2.2, place: null }];
  const open = unlocated(12);
  const category = { system: 'birads', value: 2, state: 'final' } as const;
  const document = report.toDocument({ ...open, category, facts: { ...open.facts, coarse } }, header);
  expect(document.diagnosis?.text).toBe('Benign finding: coarse calcifications.');
});

it('a mass that reaches the border of the image may not be shown whole', () => {
  const [mass, ...others] = told.findings;
  const atBorder = { ...mass, descriptors: { ...mass?.descriptors, atBorder: true } };
  const findings = [atBorder, ...others] as BreastReading['findings'];
  expect(commentsOf({ ...told, findings }).join(' ')).toContain(
    'central, middle depth, reaches the image border, may not be shown whole (model',
  );
});

it('a display is assumed only where the file gives neither side nor orientation', () => {
  const technique = (side: 'left' | null) => {
    const file = { sides: 'assumed', isDeclared: false } as const;
    const findings = told.findings.map((each) => ({ ...each, side }));
    return commentsOf({ ...told, findings, input: { ...told.input, file } }).at(-1);
  };
  expect(technique('left')).toBe(
    'Technique: one left CC view; modality not declared, accepted by appearance.',
  );
  expect(technique(null)).toContain('side assumes standard display');
});
