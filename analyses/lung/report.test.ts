import type { Analysis } from '@second-read/core/analysis/analysis';
import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { report } from './report.ts';

const header = { reportId: 'lung-1', patientId: '0042', createdAt: null, analysedBy: null };

const analysis: Analysis = {
  findings: [
    {
      type: 'nodule',
      found: true,
      confidence: 87.42,
      attributes: {
        count: 2,
        size: '9.4 mm',
        type: 'solid',
        region: 'Right lung, middle third',
        volume: 'not measurable (area 69 mm²)',
        lungRadsSize: '4A (8 to under 15 mm)',
      },
    },
    {
      type: 'ground-glass',
      found: true,
      confidence: 71,
      attributes: { assessed: true, percent: 12.5, opacityPercent: 15, leftPercent: 4, rightPercent: 24 },
    },
    { type: 'consolidation', found: false, confidence: 80, attributes: { percent: 2.5 } },
  ],
  candidates: [],
  labels: mask(1, 1),
  scores: { nodule: 0.8, opacity: 0.7, opacity_share: 0.15 },
  views: {},
  comments: ['Lung-RADS size row: 4A. A single slice cannot give a Lung-RADS category.'],
  trace: [],
};

describe('the lung report on the wire', () => {
  it('has the shape of the breast response', () => {
    expect(report.toWire(analysis)).toEqual({
      report_text: [
        'nodule:1',
        'nodule_confidence:87.4',
        'nodule_count:2',
        'nodule_size:9.4 mm',
        'nodule_type:solid',
        'region_affected:Right lung, middle third',
        'volume:not measurable (area 69 mm²)',
        'lung_rads_size:4A (8 to under 15 mm)',
        'opacity:1',
        'opacity_confidence:71.0',
        'opacity_share:15',
        'opacity_share_left:4',
        'opacity_share_right:24',
        'ground_glass:1',
        'ground_glass_share:12.5',
        'consolidation:0',
        'consolidation_share:2.5',
        'impression:2 nodules, the most likely a solid nodule of 9.4 mm in the right lung; bilateral, right-predominant opacity over 15.0 % of the lungs, ground-glass, non-specific.',
        'comment:Lung-RADS size row: 4A. A single slice cannot give a Lung-RADS category.',
      ],
    });
  });

  it('leaves size, type and place out when nothing was found', () => {
    const none = { ...analysis, findings: [], comments: [] };
    expect(report.toWire(none).report_text).toEqual([
      'nodule:0',
      'nodule_count:0',
      'opacity:0',
      'ground_glass:0',
      'consolidation:0',
      'impression:No nodule and no opacity identified on this slice; one slice does not exclude disease elsewhere in the lungs.',
    ]);
  });
});

describe('the lung report document', () => {
  const document = report.toDocument(report.toWire(analysis), header);

  it('words the nodule with its size, place and size band', () => {
    expect(document.findings[0]).toMatchObject({ type: 'nodule', found: true, confidence: 87.4 });
    expect(document.findings[0]?.details).toEqual([
      { label: 'Nodules', value: '2' },
      { label: 'Mean diameter', value: '9.4 mm' },
      { label: 'Type', value: 'solid' },
      { label: 'Region affected', value: 'Right lung, middle third' },
      { label: 'Volume', value: 'not measurable (area 69 mm²)' },
      {
        label: 'Size band',
        value: '4A (8 to under 15 mm); Fleischner and Lung-RADS need the whole CT',
      },
    ]);
  });

  it('says once that one slice gives no category, also for a response without comments', () => {
    const sentence = 'A single slice cannot give a Lung-RADS category.';
    expect(document.assessment?.comments.filter((comment) => comment.includes(sentence))).toHaveLength(1);
    const bare = report.toDocument({ report_text: ['nodule:1'] }, header);
    expect(bare.assessment?.comments).toEqual([sentence]);
    expect(bare.findings[0]?.details[1]).toEqual({ label: 'Mean diameter', value: 'Not specified' });
  });

  it('states no confidence that nothing measured', () => {
    const bare = report.toDocument(
      { report_text: ['nodule:1', 'ground_glass:1', 'consolidation:0'] },
      header,
    );
    expect(bare.findings.map(({ confidence }) => confidence)).toEqual([null, null, null]);
  });

  it('states the probability of any opacity as what it is, and nothing of the absence of one kind beside the other', () => {
    const of = (glass: number, dense: number) =>
      report
        .toDocument(
          { report_text: [`ground_glass:${glass}`, `consolidation:${dense}`, 'opacity_confidence:95'] },
          header,
        )
        .findings.slice(1)
        .map(({ found, confidence, confidenceNote }) => [found, confidence, confidenceNote]);
    const any = 'probability of any opacity';
    expect(of(1, 0)).toEqual([
      [true, 95, any],
      [false, null, undefined],
    ]);
    expect(of(0, 1)).toEqual([
      [false, null, undefined],
      [true, 95, any],
    ]);
    expect(of(1, 1)).toEqual([
      [true, 95, any],
      [true, 95, any],
    ]);
    // No opacity at all: as sure of either kind.
    expect(of(0, 0)).toEqual([
      [false, 95, undefined],
      [false, 95, undefined],
    ]);
  });

  it('begins with one sentence that concludes, also for what was stored without one', () => {
    const text = (...lines: string[]) => report.toDocument({ report_text: lines }, header).diagnosis?.text;
    const opacities = ['ground_glass:1', 'consolidation:1', 'ground_glass_share:30', 'consolidation_share:9'];
    expect(document.diagnosis?.heading).toBe('Impression');
    expect(document.diagnosis?.text).toMatch(/^2 nodules, .* non-specific\.$/);
    expect(
      text('nodule:0', ...opacities, 'opacity_share:39', 'opacity_share_left:21', 'opacity_share_right:61'),
    ).toBe(
      'Extensive bilateral, right-predominant opacity over 39.0 % of the lungs, mainly ground-glass, non-specific.',
    );
    expect(text('nodule:0', 'opacity_assessed:0')).toBe(
      'No nodule identified in this part of a slice; nothing else was assessed.',
    );
    expect(text('nodule:0', 'nodule_assessed:0')).toMatch(/^No conclusion: no lung was found/);
    expect(text('nodule:maybe')).toMatch(/^No conclusion: /);
  });

  it('speaks of a mass where the result does, and of what was looked for where nothing was found', () => {
    const impression = (...lines: string[]) =>
      report.toDocument({ report_text: lines }, header).diagnosis?.text;
    expect(impression('nodule:1', 'nodule_kind:mass', 'nodule_type:solid', 'nodule_size:48.2 mm')).toBe(
      'Solid mass of 48.2 mm.',
    );
    const none = ['nodule:0', 'ground_glass:0', 'consolidation:0'];
    expect(impression(...none, 'nodule_kind:nodule or mass')).toMatch(
      /^No nodule or mass and no opacity identified on this slice;/,
    );
    expect(impression(...none, 'nodule_kind:mass')).toBe(
      'No mass identified on this slice; small nodules cannot be seen in this window: lung window needed.',
    );
  });

  it('says Not assessed of a field that is missing or malformed', () => {
    const { findings } = report.toDocument({ report_text: ['nodule:maybe', 'ground_glass:7'] }, header);
    expect(findings.map(({ note }) => note)).toEqual(
      ['', '', ''].map(() => 'Not assessed: the response says nothing of it.'),
    );
  });

  it('gives no category of any scale', () => {
    expect(document.assessment?.category).toBeUndefined();
  });

  it('says that opacities of a crop were not assessed rather than absent', () => {
    const crop = report.toDocument({ report_text: ['nodule:1', 'opacity_assessed:0'] }, header);
    expect(crop.findings[1]).toMatchObject({ found: false, confidence: null });
    expect(crop.findings[1]?.note).toMatch(/^Not assessed/);
  });

  it('reads as pending where nothing was analysed, and survives malformed lists', () => {
    expect(report.toDocument({}, header).assessment?.comments).toEqual(['Pending analysis']);
    expect(report.toDocument({ report_text: [7, null, ':'] }, header).findings).toEqual([]);
  });

  it('leaves the time stamp of the file name to whoever saves it', () => {
    expect(document.fileName).toBe('lung-ct-report-0042-{timestamp}.pdf');
  });
});
