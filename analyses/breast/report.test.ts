import type { Analysis } from '@second-read/core/analysis/analysis';
import { mask } from '@second-read/core/pixels/plane';
import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { reading } from './reading.ts';
import { inHistoryWords } from './report/history-words.ts';
import { report } from './report.ts';

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

const analysis: Analysis = {
  findings: [
    {
      type: 'mass',
      found: true,
      confidence: 87.42,
      attributes: {
        definition: 3,
        density: 3,
        shape: 3,
        calcification: false,
        count: 1,
        sizeMm: 14.2,
        sizePx: 71,
        sizePercent: 12.5,
        malignancyPercent: 61,
      },
    },
    { type: 'axilla', found: false, confidence: null, attributes: { assessable: false } },
    { type: 'calcification', found: false, confidence: 71, attributes: { clusters: 0, spots: 2 } },
    { type: 'breast tissue', found: true, confidence: 66, attributes: { density: 2, percentDensity: 24.1 } },
  ],
  candidates: [],
  labels: mask(1, 1),
  scores: { birads: 4 },
  views: {},
  comments: ['Size: 14.2 mm.'],
  trace: ['4: irregular, spiculated mass, 14 mm, probability 61 %'],
};

describe('the breast report on the wire', () => {
  it('writes every key of the specification and the measured confidences', () => {
    expect(report.toWire(analysis)).toEqual({
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
        'axilla_findings:0',
        'axilla_assessable:0',
        'calcification:0',
        'calcification_confidence:71.0',
        'calcification_clusters:0',
        'calcification_spots:2',
        'acr_breast_density:2',
        'breast_density_confidence:66.0',
        'percent_density:24.1',
        'impression:Suspicious: high-density irregular mass with spiculated margin, 14.2 mm; work-up and biopsy are usually advised.',
        'comment:Size: 14.2 mm.',
        'trace:4: irregular, spiculated mass, 14 mm, probability 61 %',
      ],
    });
  });

  it('comes back as the same words, colons in comments kept', () => {
    const document = report.toDocument(report.toWire(analysis), header);
    expect(document.assessment?.comments).toEqual(['Size: 14.2 mm.']);
    expect(document.assessment?.trace).toEqual(['4: irregular, spiculated mass, 14 mm, probability 61 %']);
    expect(document.findings[0]).toMatchObject({ type: 'mass', found: true, confidence: 87.4 });
    expect(document.findings[0]?.details).toContainEqual({
      label: 'Measurement',
      value: '14.2 mm (12.5 % of breast width)',
    });
  });
});

describe('the breast report document', () => {
  const document = report.toDocument({ report_text: specified }, header);

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
      const { findings } = report.toDocument({ report_text: ['mass:1', `${key}:${index + 1}`] }, header);
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
      expect(report.toDocument({ report_text: text }, header).findings[0]?.details).toContainEqual({
        label: 'Mass Calcification',
        value: words,
      });
    }
  });

  it('words the density differently in the history, and nothing else', () => {
    const inHistory = inHistoryWords(document);
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
    const three = report.toDocument({ report_text: ['birads_cat:3', 'mass:0'] }, header);
    expect(three.assessment?.category).toMatchObject({ value: 3, severity: 'attention' });
    expect(three.assessment?.category?.management).toMatch(/^Six-month follow-up/);
  });

  it('says pending analysis, and no finding, where nothing was analysed yet', () => {
    const pending = report.toDocument({}, header);
    expect(pending.findings).toEqual([]);
    expect(pending.assessment?.category).toMatchObject({
      value: 0,
      words: 'Pending analysis',
      severity: 'pending',
    });
  });

  it('begins with one sentence that concludes, also for what was stored without one', () => {
    const text = (...lines: string[]) => report.toDocument({ report_text: lines }, header).diagnosis?.text;
    expect(document.diagnosis?.heading).toBe('Impression');
    expect(text('birads_cat:4', 'calcification:1', 'trace:4B: moderate suspicion.')).toBe(
      'Suspicious (research estimate 4B): grouped calcifications; work-up and biopsy are usually advised.',
    );
    expect(text('birads_cat:3', 'mass:1', 'mass_shape:2', 'mass_definition:1', 'mass_size_px:40')).toBe(
      'Probably benign: round mass with circumscribed margin, 40 px; a full diagnostic work-up comes first.',
    );
    expect(text('birads_cat:1', 'mass:0')).toMatch(/^Negative on this view: /);
    expect(text('mass:maybe')).toBe('No conclusion: the result names no category.');
  });

  it('stores no category where the picture looks malignant and nothing was located, and says incomplete', () => {
    const wire = report.toWire({
      ...analysis,
      findings: analysis.findings.slice(1),
      scores: { birads: 0, malignant: 0.52 },
    });
    expect(String(wire.report_text)).not.toContain('birads_cat');
    expect(wire.report_text).toContain('malignancy_score:52.0');
    const { assessment, diagnosis } = report.toDocument(wire, header);
    expect(assessment?.category).toEqual({
      label: 'BI-RADS',
      value: 0,
      words: 'Incomplete, further views needed',
      management: 'Further views and comparison with earlier pictures.',
      severity: 'attention',
    });
    expect(diagnosis?.text).toMatch(/^Incomplete: no lesion was located, .* \(52\.0 %\) is above 2 %/);
    expect(reading.urgencyOf(reading.readingFromWire(wire))).toEqual({
      value: 58,
      level: 'finding',
      words: 'Incomplete, further views needed',
    });
  });

  it.each([
    [
      1,
      'No mass and no grouped calcifications at the operating point, 1 mark below it: the view is not called negative; look at it in the picture.',
    ],
    [
      2,
      'No mass and no grouped calcifications at the operating point, 2 marks below it: the view is not called negative; look at them in the picture.',
    ],
    [
      0,
      "Incomplete: no lesion was located, but the picture's own score for malignancy (12.0 %) is above what a negative view may have; further views and comparison with earlier pictures are needed.",
    ],
  ])('says in plain words that %i marks stand below the operating point', (marks, words) => {
    const wire = report.toWire({
      ...analysis,
      findings: analysis.findings.slice(1),
      scores: { birads: 0, malignant: 0.12, marks_below: marks },
    });
    expect(wire.report_text).toContain(`marks_below:${marks}`);
    expect(report.toDocument(wire, header).diagnosis?.text).toBe(words);
  });

  it('says Not assessed of a field that is missing or malformed', () => {
    const malformed = report.toDocument(
      { report_text: ['birads_cat:1', 'mass:maybe', 'calcification:7'] },
      header,
    );
    expect(malformed.findings.slice(0, 3).map(({ found, note }) => [found, note])).toEqual(
      ['', '', ''].map(() => [false, 'Not assessed: the response says nothing of it.']),
    );
  });

  it('names no category where a result carries none', () => {
    const malformed = report.toDocument({ report_text: ['mass:maybe', 7, ':', 'birads_cat:x'] }, header);
    expect(malformed.assessment?.category).toBeUndefined();
    expect(malformed.assessment?.comments).toEqual(['Not specified']);
    expect(malformed.findings[0]?.found).toBe(false);
  });

  it('says that a view without an axilla was not assessed rather than normal', () => {
    const craniocaudal = report.toDocument(report.toWire(analysis), header);
    expect(craniocaudal.findings[1]).toMatchObject({
      found: false,
      confidence: null,
      note: 'Not assessed: this view shows no axillary field.',
    });
  });

  it('claims no confidence where no node stood out in a field that was searched', () => {
    const searched = report.toDocument({ report_text: ['axilla_findings:0', 'axilla_assessable:1'] }, header);
    expect(searched.findings[1]).toMatchObject({
      found: false,
      confidence: null,
      note: 'No node stood out. The search is unvalidated and measures no confidence.',
    });
    const found = ['axilla_findings:1', 'axilla_assessable:1', 'axilla_confidence:49.1'];
    expect(report.toDocument({ report_text: found }, header).findings[1]).toMatchObject({
      confidence: 49.1,
      confidenceNote: 'unvalidated: half its rank among films',
    });
  });

  it('leaves the time stamp of the file name to whoever saves it', () => {
    expect(document.fileName).toBe('medical-report-0042-{timestamp}.pdf');
  });
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
    const { diagnosis } = report.toDocument({ report_text }, noHeader);
    expect(diagnosis?.text).toContain(`2 masses, the most likely ${words} oval mass`);
  });
});
