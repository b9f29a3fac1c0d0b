import { describe, expect, it } from 'vitest';
import { exportRecord, labels } from '../../record.test-support.ts';
import { contentLines, readElements } from '../read-elements.test-support.ts';
import { writeMeasurementReport } from './measurement-report.ts';

const record = exportRecord();
const linesOf = (of = record, map = labels) =>
  contentLines(readElements(writeMeasurementReport(of, map)).dataSet).map((line) => line.trim());

describe('the measurement report', () => {
  it('is preliminary, verified by nobody, and names its evidence', () => {
    const { dataSet } = readElements(writeMeasurementReport(record, labels));
    expect(dataSet).toMatchObject({
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.34',
      CompletionFlag: 'COMPLETE',
      PreliminaryFlag: 'PRELIMINARY',
      VerificationFlag: 'UNVERIFIED',
      ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: '1500' }],
      CurrentRequestedProcedureEvidenceSequence: [
        {
          StudyInstanceUID: record.uid('study'),
          ReferencedSeriesSequence: [
            { ReferencedSOPSequence: [{ ReferencedSOPInstanceUID: record.uid('picture') }] },
            { ReferencedSOPSequence: [{ ReferencedSOPInstanceUID: record.uid('segmentation') }] },
          ],
        },
      ],
    });
  });

  it('says of each finding whether it was detected, how surely, and its descriptors', () => {
    const lines = linesOf();
    expect(lines).toContain('CONTAINS | CODE | Detection by the algorithm | DETECTED');
    expect(lines).toContain('CONTAINS | NUM | Certainty of Finding | 87.4 | %');
    expect(lines).toContain('CONTAINS | CODE | Shape | 84360004');
    expect(lines).toContain('CONTAINS | TEXT | Comment | Measurement: 12 mm');
  });

  it('neither calls absent what was not assessed nor measured what was not', () => {
    const lines = linesOf();
    expect(lines).toContain('CONTAINS | CODE | Detection by the algorithm | NOT_ASSESSED');
    expect(lines.filter((line) => line.includes('Certainty'))).toHaveLength(1);
    expect(lines.join('\n')).not.toContain('99 |');
  });

  it('measures regions in mm² where pixels are calibrated, else in pixels', () => {
    // Five pixels of 0.5 × 0.2 mm are tissue, three are mass.
    expect(linesOf()).toEqual(
      expect.arrayContaining(['CONTAINS | NUM | Area | 0.5 | mm2', 'CONTAINS | NUM | Area | 0.3 | mm2']),
    );
    const study = { ...record.study, spacingMm: { x: 0.5, y: 0.2, kind: 'imager' } };
    expect(linesOf({ ...record, study })).toEqual(
      expect.arrayContaining([
        'CONTAINS | NUM | Area | 5 | {pixels}',
        'CONTAINS | NUM | Area | 3 | {pixels}',
      ]),
    );
  });

  it('codes the category, and says what it is and that it is research', () => {
    const lines = linesOf();
    expect(lines).toContain('CONTAINS | CODE | Assessment Category | 397144001');
    expect(lines).toContain(
      'CONTAINS | TEXT | Comment | BI-RADS 4: Suspicious. Tissue diagnosis (biopsy) is usually considered.',
    );
    expect(lines).toContain('CONTAINS | TEXT | Comment | Research use only. Not for primary diagnosis.');
  });

  it('holds a table row by row and a diagnosis, and no region where none was marked', () => {
    const { assessment: _none, ...document } = record.document;
    const table = { head: ['Finding', 'Observation'], rows: [['Midline Shift', '3 mm']] } as const;
    const brain = {
      ...document,
      findings: [],
      table,
      diagnosis: { heading: 'Diagnosis', text: 'No haemorrhage.' },
    };
    const lines = linesOf({ ...record, document: brain }, { width: 1, height: 1, data: Uint8Array.of(0) });
    expect(lines).toContain('CONTAINS | TEXT | Comment | Midline Shift: 3 mm');
    expect(lines).toContain('CONTAINS | TEXT | Impression | No haemorrhage.');
    expect(lines.join('\n')).not.toContain('Imaging Measurements');
  });
});
