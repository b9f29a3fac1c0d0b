import type { Analysis } from '@second-read/core/analysis/analysis';
import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { report } from './report.ts';

const header = { reportId: 'cervix-1', patientId: '0042', createdAt: null, analysedBy: null };

const analysis: Analysis = {
  findings: [
    {
      type: 'lesion',
      found: true,
      confidence: 76.24,
      attributes: {
        lesion_type: 'Acetowhite, dense',
        size: '12 % of the cervix',
        clinical_note: 'Look again.',
      },
    },
    {
      type: 'cervical tissue',
      found: true,
      confidence: null,
      attributes: { cervical_density: 'Smooth surface', clinical_note: null },
    },
    { type: 'abnormality', found: false, confidence: 60, attributes: {} },
  ],
  candidates: [],
  labels: mask(1, 1),
  scores: {
    lesion: 0.76,
    swede_acetowhite: 1.4,
    swede_acetowhiteness_points: 1,
    swede_margin_points: 0,
    swede_size_points: 2,
  },
  views: {},
  comments: ['Reflections cover 3 % of the cervix.'],
  trace: [],
};

describe('the cervix report on the wire', () => {
  it('sends an empty report_text, the findings and the partial Swede score', () => {
    expect(report.toWire(analysis)).toEqual({
      report_text: [],
      findings: [
        {
          type: 'lesion',
          found: 1,
          confidence: 76.2,
          lesion_type: 'Acetowhite, dense',
          size: '12 % of the cervix',
          clinical_note: 'Look again.',
        },
        {
          type: 'cervical tissue',
          found: 1,
          confidence: null,
          cervical_density: 'Smooth surface',
          clinical_note: null,
        },
        { type: 'abnormality', found: 0, confidence: 60, abnormality_type: null, clinical_note: null },
      ],
      impression:
        'Dense acetowhite lesion, 12 % of the cervix; no abnormality named, since metaplasia and inflammation also turn white.',
      swede: {
        acetowhiteness: 1,
        margin: 0,
        vessels: null,
        size: 2,
        iodine: null,
        total_least: 3,
        total_most: 7,
      },
      comments: ['Reflections cover 3 % of the cervix.'],
      trace: [],
    });
  });
});

describe('the cervix report document', () => {
  const document = report.toDocument(report.toWire(analysis), header);

  it('shows the Swede score as a range and names what was not assessed', () => {
    expect(document.assessment?.comments[0]).toBe(
      'Swede score 3 to 7 of 10: acetowhiteness 1, margin 0, lesion size 2; vessels and iodine not assessed.',
    );
  });

  it('does not score a lesion that is not reported', () => {
    const scores = { swede_acetowhiteness_points: null, swede_margin_points: null, swede_size_points: null };
    const unscored = report.toDocument(report.toWire({ ...analysis, scores }), header);
    expect(unscored.assessment?.comments[0]).toBe(
      'Swede score 0 to 10 of 10: not scored, since no lesion is reported.',
    );
  });

  it('begins with one sentence that concludes', () => {
    const concluded = (...findings: { type: string; [field: string]: string | number }[]) =>
      report.toDocument({ findings }, header).diagnosis?.text;
    const [lesion, abnormality] = [
      {
        type: 'lesion',
        found: 1,
        lesion_type: 'Acetowhite, dense',
        size: '18.0 % of the cervix, 2 quadrants',
      },
      { type: 'abnormality', found: 1, confidence: 81.2, abnormality_type: 'Major change (grade 2): dense' },
    ];
    const none = (type: string) => ({ type, found: 0 });
    expect(concluded(lesion, abnormality)).toBe(
      'Major change (grade 2): dense, 18.0 % of the cervix, 2 quadrants (model score 81.2 %); colposcopy and biopsy are advised.',
    );
    expect(concluded(none('lesion'), { ...abnormality, abnormality_type: 'Abnormality suspected' })).toBe(
      'Abnormality suspected (model score 81.2 %); colposcopy is advised.',
    );
    expect(concluded(none('lesion'), none('abnormality'))).toBe(
      'No acetowhite lesion identified in this picture; that does not exclude one.',
    );
    expect(concluded(lesion, abnormality, none('cervical tissue'))).toMatch(/^No conclusion: no cervix/);
    expect(concluded()).toMatch(/^No conclusion: /);
    expect(document.diagnosis?.heading).toBe('Impression');
  });

  it('says Not assessed of a finding that is missing or malformed', () => {
    const { findings } = report.toDocument({ findings: [{ type: 'lesion', found: 'maybe' }] }, header);
    expect(findings.map(({ found, note }) => [found, note])).toEqual(
      ['', '', ''].map(() => [false, 'Not assessed: the response says nothing of it.']),
    );
  });

  it('words each finding in the colours of the specification', () => {
    expect(document.findings.map(({ type, colour }) => [type, colour])).toEqual([
      ['lesion', '#FF6347'],
      ['cervical tissue', '#20B2AA'],
      ['abnormality', '#FFD700'],
    ]);
    expect(document.findings[0]).toMatchObject({
      found: true,
      confidence: 76.2,
      note: 'Look again.',
      details: [
        { label: 'Lesion Type', value: 'Acetowhite, dense' },
        { label: 'Size', value: '12 % of the cervix' },
      ],
    });
    // Nothing measures how sure the outline is.
    expect(document.findings[1]).toMatchObject({ found: true, confidence: null });
    expect(document.findings[1]).not.toHaveProperty('confidenceNote');
  });

  it('never computes a BI-RADS category', () => {
    expect(document.assessment?.category).toBeUndefined();
    expect(JSON.stringify(document)).not.toMatch(/bi-?rads/i);
  });

  it('reads as pending without findings and survives malformed ones', () => {
    expect(report.toDocument({ report_text: [] }, header).assessment?.comments).toEqual(['Pending analysis']);
    const malformed = report.toDocument({ findings: [7, null, { type: 'lesion', found: 1 }] }, header);
    expect(malformed.findings[0]?.details[0]).toEqual({ label: 'Lesion Type', value: 'Not specified' });
    expect(malformed.assessment?.comments).toEqual(['Not specified']);
  });

  it('shows original, segmented and overlay in one row, under the specified file name', () => {
    expect(document.images.map(({ role }) => role)).toEqual(['original', 'segmented', 'overlay']);
    expect(document.fileName).toBe('cervix_analysis_0042_{timestamp}.pdf');
  });
});
