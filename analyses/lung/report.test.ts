import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ReportHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { earlierLung as readingFromWire } from '../../apps/server/src/modules/earlier/lung.ts';
import type { LungReading } from './reading/schema.ts';
import { report } from './report.ts';

const documentOf = (wire: WireFields, header: ReportHeader) =>
  report.toDocument(readingFromWire(wire), header);

const header = { reportId: 'lung-1', patientId: '0042', createdAt: null, analysedBy: null };

const line = { reason: null, certainty: null, measurements: [], region: null, side: null };
const share = (value: number) => [
  { quantity: 'share_of_lungs', value, unit: 'percent' as const, method: null },
];

const told: LungReading = {
  module: 'lung',
  version: 1,
  origin: 'engine',
  legible: true,
  findings: [
    {
      ...{ ...line, id: 'nodule-1', type: 'nodule', state: 'found', certainty: 87.4, side: 'right' },
      descriptors: { kind: 'nodule', texture: 'solid', third: 'middle', near: 'mediastinum', sizeRow: '4A' },
      measurements: [
        { quantity: 'mean_diameter', value: 9.4, unit: 'mm', method: null },
        { quantity: 'mean_diameter', value: 13.4, unit: 'px', method: null },
        { quantity: 'area', value: 69, unit: 'mm2', method: null },
      ],
    },
    {
      ...{ ...line, id: 'nodule-2', type: 'nodule', state: 'found', certainty: 61, side: 'left' },
      descriptors: { kind: 'nodule', texture: 'part_solid', third: null, sizeRow: null },
      measurements: [{ quantity: 'mean_diameter', value: 6, unit: 'mm', method: null }],
    },
    {
      ...{ ...line, id: 'ground-glass-1', type: 'ground-glass', state: 'found', descriptors: null },
      measurements: share(12.5),
    },
    {
      ...{ ...line, id: 'consolidation-1', type: 'consolidation', state: 'not_found', descriptors: null },
      measurements: share(2.5),
    },
  ],
  rules: [],
  facts: { nodules: 2, anyOpacity: 71, opacityShare: 15, opacityShareLeft: 4, opacityShareRight: 24 },
  input: {
    ...{ gate: 99, spacingKnown: true, extent: 'slice', window: 'readable' },
    ...{ pose: 'upright', quantity: 'relative' },
  },
  texts: { conclusion: null, comments: [] },
};

const comments = [
  'comment:Nodule 1: solid, mean diameter 9.4 mm, right lung, middle third from front to back, near the hilum or mediastinum (model score 87.4 %).',
  'comment:Nodule 2: part-solid, mean diameter 6.0 mm, left lung (model score 61.0 %).',
  'comment:Size band of nodule 1: 4A (solid, 8 to under 15 mm).',
  'comment:A single slice cannot give a Lung-RADS category. Fleischner recommendations need the whole CT as well.',
  'comment:Opacities over 15.0 % of the lungs (right 24.0 %, left 4.0 %): ground-glass 12.5 %, consolidation 2.5 % (model score 71.0 %).',
  'comment:A nodule beside opacities may be a part of them: compare after they have cleared.',
  'comment:Not assessed: nodules within opacity, lobe, emphysema, airways, pleura, hila, mediastinum, bones and the other slices.',
  'comment:Technique: one axial slice; side assumes standard display.',
];

/** The reading after a reader rejected these findings. */
function without(...ids: string[]): LungReading {
  const findings = told.findings.map((finding) =>
    ids.includes(finding.id)
      ? { ...finding, state: 'not_found' as const, certainty: null, measurements: [], side: null }
      : finding,
  );
  return { ...told, findings };
}

describe('the lung report on the wire', () => {
  it('has the shape of the breast response', () => {
    expect(report.toWire(told)).toEqual({
      report_text: [
        'nodule:1',
        'nodule_kind:nodule',
        'nodule_confidence:87.4',
        'nodule_count:2',
        'nodule_size:9.4 mm',
        'nodule_type:solid',
        'region_affected:Right lung, middle third from front to back, near the hilum or mediastinum (lobe not determined)',
        'volume:not measurable (area 69 mm²)',
        'lung_rads_size:4A (solid, 8 to under 15 mm)',
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
        ...comments,
      ],
    });
  });

  it('says what density the gray levels of a picture are taken for, and that it is not known', () => {
    const technique = (greyScale: LungReading['input']['greyScale']) =>
      String(report.toWire({ ...told, input: { ...told.input, greyScale } }).report_text);
    expect(technique({ black: -1343.2, white: 158.4, error: 91 })).toContain(
      'side assumes standard display; gray levels estimated at -1340 HU (black) to 160 HU (white), ± 90 HU.',
    );
    expect(technique(null)).toContain('what density the gray levels stand for is not known.');
    expect(technique(undefined)).not.toContain('gray levels');
  });

  it('tells of one nodule where a reader rejected the other', () => {
    const text = [report.toWire(without('nodule-1')).report_text].flat();
    expect(text).toContain('nodule_count:1');
    expect(text).toContain('nodule_type:part-solid');
    expect(text.filter((line) => /Nodule \d|Size band/.test(String(line)))).toEqual([
      'comment:Nodule 1: part-solid, mean diameter 6.0 mm, left lung (model score 61.0 %).',
    ]);
  });

  it('leaves size, type and place out, and every word of what was rejected, when nothing is left', () => {
    const none = without('nodule-1', 'nodule-2', 'ground-glass-1');
    const text = [report.toWire(none).report_text].flat();
    expect(text.slice(0, 3)).toEqual(['nodule:0', 'nodule_kind:nodule', 'nodule_count:0']);
    expect(text).toContain('comment:No nodule or mass identified.');
    expect(text).toContain('comment:No ground-glass opacity or consolidation identified.');
    expect(String(text)).toMatch(/impression:No nodule and no opacity identified on this slice;/);
    expect(String(text)).not.toMatch(/9\.4 mm|part-solid|Opacities over/);
  });

  it('names both kinds of opacity where neither is the main one', () => {
    const kinds = (glass: number, dense: number) => {
      const findings = told.findings.map((finding) =>
        finding.type === 'nodule'
          ? finding
          : {
              ...finding,
              state: 'found' as const,
              measurements: share(finding.type === 'ground-glass' ? glass : dense),
            },
      );
      const text = String(report.toWire({ ...told, findings }).report_text);
      return /of the lungs, ([^,]+), non-specific/.exec(text)?.[1];
    };
    expect(kinds(22.5, 15)).toBe('mainly ground-glass');
    expect(kinds(16.8, 19.3)).toBe('ground-glass and consolidation');
    expect(kinds(10, 20)).toBe('mainly consolidation');
  });

  it('says of a nodule beside opacities that it may be a part of them', () => {
    const sentence = 'A nodule beside opacities may be a part of them';
    expect(String(report.toWire(told).report_text)).toContain(sentence);
    expect(String(report.toWire(without('ground-glass-1')).report_text)).not.toContain(sentence);
    expect(String(report.toWire(without('nodule-1', 'nodule-2')).report_text)).not.toContain(sentence);
  });

  it('does not exclude a vessel in its conclusion where the window shows the lungs black', () => {
    const input = { ...told.input, window: 'lungs_black' as const };
    const impression = (reading: LungReading) =>
      String(report.toWire(reading).report_text).split('impression:')[1];
    expect(impression({ ...told, input })).toContain(
      'In this window a vessel can look like a nodule: lung window needed.',
    );
    expect(impression({ ...told, input })).toMatch(/^2 possible nodules, the most likely a /);
    expect(impression({ ...without('nodule-2'), input, facts: { ...told.facts, nodules: 1 } })).toMatch(
      /^Possible /,
    );
    expect(impression(told)).not.toMatch(/vessel|[Pp]ossible/);
  });

  it('denies no ground glass where the window shows the lungs black', () => {
    const none = without('ground-glass-1');
    const text = (reading: LungReading) => String(report.toWire(reading).report_text);
    const black = text({ ...none, input: { ...none.input, window: 'lungs_black' } });
    expect(black).toContain('No consolidation identified; ground glass cannot be seen in this window.');
    expect(black).not.toContain('No ground-glass');
    expect(text(none)).toContain('No ground-glass opacity or consolidation identified.');
  });

  it('shows ground glass as not assessed there, before and after it was sent', () => {
    const findings = without('ground-glass-1').findings.map((finding) =>
      finding.type === 'ground-glass'
        ? {
            ...finding,
            state: 'not_assessed' as const,
            reason: 'hidden_by_window' as const,
            measurements: [],
          }
        : finding,
    );
    const black = { ...told, findings, input: { ...told.input, window: 'lungs_black' as const } };
    const { report_text: text = [] } = report.toWire(black);
    expect(text).toContain('ground_glass_assessed:0');
    const shown = (reading: LungReading) =>
      report.toDocument(reading, header).findings.find(({ type }) => type === 'ground-glass');
    expect(shown(black)?.note).toBe('Not assessed: ground glass cannot be seen in this window.');
    expect(shown(readingFromWire({ report_text: text }))).toEqual(shown(black));
  });

  it('says of a window that hides the lungs so, and never that there are none', () => {
    const findings = told.findings.slice(1).map((finding) => ({
      ...{
        ...finding,
        state: 'not_assessed' as const,
        reason: 'hidden_by_window' as const,
        measurements: [],
      },
    }));
    const hidden = { ...told, findings, input: { ...told.input, window: 'all_black' as const } };
    const text = String(report.toWire(hidden).report_text);
    expect(text).toContain('impression:No conclusion: the window of this picture hides the lungs;');
    expect(text).not.toContain('no lung was found');
    expect(report.toDocument(hidden, header).findings[0]?.note).toBe(
      'Not assessed: the window of this picture hides the lungs.',
    );
  });

  it('says of an unreadable reply nothing', () => {
    expect(report.toWire({ ...told, legible: false, findings: [] })).toEqual({ report_text: [] });
  });
});

describe('the lung report document', () => {
  const document = documentOf(report.toWire(told), header);

  it('words the nodule with its size, place and size band', () => {
    expect(document.findings[0]).toMatchObject({ type: 'nodule', found: true, confidence: 87.4 });
    expect(document.findings[0]?.details).toEqual([
      { label: 'Nodules', value: '2' },
      { label: 'Mean diameter', value: '9.4 mm' },
      { label: 'Type', value: 'solid' },
      {
        label: 'Region affected',
        value:
          'Right lung, middle third from front to back, near the hilum or mediastinum (lobe not determined)',
      },
      { label: 'Volume', value: 'not measurable (area 69 mm²)' },
      {
        label: 'Size band',
        value: '4A (solid, 8 to under 15 mm); Fleischner and Lung-RADS need the whole CT',
      },
    ]);
  });

  it('says once that one slice gives no category, also for a response without comments', () => {
    const sentence = 'A single slice cannot give a Lung-RADS category.';
    expect(document.assessment?.comments.filter((comment) => comment.includes(sentence))).toHaveLength(1);
    const bare = documentOf({ report_text: ['nodule:1'] }, header);
    expect(bare.assessment?.comments).toEqual([sentence]);
    expect(bare.findings[0]?.details[1]).toEqual({ label: 'Mean diameter', value: 'Not specified' });
  });

  it('states no confidence that nothing measured', () => {
    const bare = documentOf({ report_text: ['nodule:1', 'ground_glass:1', 'consolidation:0'] }, header);
    expect(bare.findings.map(({ confidence }) => confidence)).toEqual([null, null, null]);
  });

  it('states the probability of any opacity as what it is, and nothing of the absence of one kind beside the other', () => {
    const of = (glass: number, dense: number) =>
      documentOf(
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
    const text = (...lines: string[]) => documentOf({ report_text: lines }, header).diagnosis?.text;
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
    const impression = (...lines: string[]) => documentOf({ report_text: lines }, header).diagnosis?.text;
    expect(impression('nodule:1', 'nodule_kind:mass', 'nodule_type:solid', 'nodule_size:48.2 mm')).toBe(
      'Solid mass of 48.2 mm. A mass needs the whole CT and work-up: malignancy is not excluded.',
    );
    const mass = documentOf({ report_text: ['nodule:1', 'nodule_kind:mass'] }, header);
    expect(mass.findings[0]).toMatchObject({ type: 'nodule', label: 'Mass' });
    expect(mass.findings[0]?.details[0]?.label).toBe('Nodules and masses');
    const none = ['nodule:0', 'ground_glass:0', 'consolidation:0'];
    expect(impression(...none, 'nodule_kind:nodule or mass')).toMatch(
      /^No nodule or mass and no opacity identified on this slice;/,
    );
    expect(impression(...none, 'nodule_kind:mass')).toBe(
      'No mass identified on this slice; small nodules cannot be seen in this window: lung window needed.',
    );
  });

  it('says Not assessed of a field that is missing or malformed', () => {
    const { findings } = documentOf({ report_text: ['nodule:maybe', 'ground_glass:7'] }, header);
    expect(findings.map(({ note }) => note)).toEqual(
      ['', '', ''].map(() => 'Not assessed: the response says nothing of it.'),
    );
  });

  it('gives no category of any scale', () => {
    expect(document.assessment?.category).toBeUndefined();
  });

  it('says that opacities of a crop were not assessed rather than absent', () => {
    const crop = documentOf({ report_text: ['nodule:1', 'opacity_assessed:0'] }, header);
    expect(crop.findings[1]).toMatchObject({ found: false, confidence: null });
    expect(crop.findings[1]?.note).toMatch(/^Not assessed/);
  });

  it('reads as pending where nothing was analysed, and survives malformed lists', () => {
    expect(documentOf({}, header).assessment?.comments).toEqual(['Pending analysis']);
    expect(documentOf({ report_text: [7, null, ':'] }, header).findings).toEqual([]);
  });

  it('leaves the time stamp of the file name to whoever saves it', () => {
    expect(document.fileName).toBe('lung-ct-report-0042-{timestamp}.pdf');
  });
});
