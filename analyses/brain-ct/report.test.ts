import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ReportHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { readingFromWire } from './report/from-wire.ts';
import { report } from './report.ts';

const documentOf = (wire: WireFields, header: ReportHeader) =>
  report.toDocument(readingFromWire(wire), header, { hasFigure: typeof wire.figure_img === 'string' });

const header: ReportHeader = {
  reportId: 'brain-1',
  patientId: '0042',
  createdAt: null,
  analysedBy: 'Ada Reader',
};

const told = readingFromWire({
  haemorrhage: 'Hyperdense collection, left, most like an epidural haematoma',
  haemorrhage_confidence: 91.3,
  hypodense_areas: 'None seen',
  midline_shift: '6.2 mm to the right',
  mass_effect: 'Present',
  ventricular_dilation: 'Not dilated (Evans index 0.24)',
  sulcation: 'Effaced on the left',
  level: 'lateral ventricles',
  output: 'Suspected epidural haematoma. Skull fracture was not assessed.',
});

const scores = {
  haemorrhage: 0.91,
  haemorrhage_types: { edh: 0.8, sdh: 0.1 },
  evans_index: 0.24,
  csf_fraction: null,
};

describe('the brain report', () => {
  it('carries the specified fields on the wire', () => {
    expect(report.toWire(told, scores)).toMatchObject({
      sulcation: 'Effaced on the left',
      hypodense_areas: 'None seen',
      mass_effect: 'Present',
      midline_shift: '6.2 mm to the right',
      ventricular_dilation: 'Not dilated (Evans index 0.24)',
      output: 'Suspected epidural haematoma. Skull fracture was not assessed.',
      haemorrhage_confidence: 91.3,
      fracture: 'Not assessed',
      level: 'lateral ventricles',
      scores: { haemorrhage: 0.91, haemorrhage_types: { edh: 0.8, sdh: 0.1 }, csf_fraction: null },
    });
  });

  it('writes Not Specified on the wire for what the engine left open', () => {
    expect(report.toWire(told, scores)).toMatchObject({
      basal_cistern_dilation: 'Not Specified',
      hypertrophy: 'Not Specified',
    });
  });

  it('tables Finding and Observation in the order of the specification', () => {
    const { table, diagnosis } = documentOf(report.toWire(told, scores), header);
    expect(table?.head).toEqual(['Finding', 'Observation']);
    expect(table?.rows.map(([label]) => label)).toEqual([
      'Sulcation',
      'Hypodense Areas',
      'Mass Effect',
      'Midline Shift',
      'Ventricular Dilation',
      'Basal Cistern Dilation',
      'Hypertrophy',
      'Hemorrhage',
      'Fracture',
      'Slice Level',
    ]);
    expect(table?.rows).toContainEqual([
      'Hemorrhage',
      'Hyperdense collection, left, most like an epidural haematoma (confidence 91.3 %)',
      'haemorrhage',
    ]);
    expect(diagnosis).toEqual({
      heading: 'Diagnosis',
      text: 'Suspected epidural haematoma. Skull fracture was not assessed.',
    });
  });

  it('gives one figure for one thing: no confidence beside a score', () => {
    const wire = {
      haemorrhage: 'None detected on this slice (model score 16.5 %)',
      haemorrhage_confidence: 83.5,
    };
    expect(documentOf(wire, header).table?.rows).toContainEqual([
      'Hemorrhage',
      wire.haemorrhage,
      'haemorrhage',
    ]);
  });

  it('reads missing values as Not specified, and what it never assesses as Not assessed', () => {
    const { table, diagnosis } = documentOf({ sulcation: null, mass_effect: '' }, header);
    const rows = new Map(table?.rows.map(([label, words]) => [label, words]));
    expect(rows.get('Sulcation')).toBe('Not specified');
    expect(rows.get('Mass Effect')).toBe('Not specified');
    expect(rows.get('Fracture')).toBe('Not assessed');
    expect(diagnosis?.text).toBe('Not specified');
  });

  it('hides the table while the output is pending', () => {
    const document = documentOf({ output: 'Pending analysis' }, header);
    expect(document.table).toBeUndefined();
    expect(document.diagnosis?.text).toBe('Pending analysis');
  });

  it('shows the figure only where there is one, and carries both notices', () => {
    expect(documentOf({}, header).images.map(({ role }) => role)).toEqual(['original']);
    const document = documentOf({ figure_img: '/media/figure.png' }, header);
    expect(document.images.map(({ role }) => role)).toEqual(['original', 'figure']);
    expect(document.disclaimer).toBe(
      'This report is automatically generated and must be reviewed by a licensed medical professional.',
    );
    expect(document.notice).toBe('Research use only. Not for primary diagnosis.');
    expect(document.fileName).toBe('brain-ct-report-0042-{timestamp}.pdf');
  });
});
