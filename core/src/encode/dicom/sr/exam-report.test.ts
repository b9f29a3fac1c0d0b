import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { examRecord } from '../../record.test-support.ts';
import { contentLines, readElements } from '../read-elements.test-support.ts';
import { writeMeasurementReport } from './measurement-report.ts';

const nothing = { width: 1, height: 1, data: new Uint8Array(1) };
const record = examRecord();
const file = writeMeasurementReport(record, nothing);
const isThere = spawnSync('python3', ['-c', 'import highdicom']).status === 0;
const reader = fileURLToPath(new URL('../read-back.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'second-read-exam-sr-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the measurement report of an exam', () => {
  it('names the slices that show its findings, by their series, and nothing else', () => {
    const { dataSet } = readElements(file);
    const instance = (number: number) => ({
      ReferencedSOPClassUID: '1.2.840.10008.5.1.4.1.1.2',
      ReferencedSOPInstanceUID: `1.2.3.4.5.${number}`,
    });
    expect(dataSet.CurrentRequestedProcedureEvidenceSequence).toEqual([
      {
        StudyInstanceUID: '1.2.840.99.1',
        ReferencedSeriesSequence: [
          { SeriesInstanceUID: '1.2.3.4.5', ReferencedSOPSequence: [1, 2, 3].map(instance) },
        ],
      },
    ]);
    const other = readElements(writeMeasurementReport(examRecord({ slices: [] }), nothing)).dataSet;
    expect(other).not.toHaveProperty('CurrentRequestedProcedureEvidenceSequence');
  });

  it('has a group for each lesion, with its volume and diameter', () => {
    const lines = contentLines(readElements(file).dataSet).map((line) => line.trim());
    expect(lines.filter((line) => line.includes('NUM'))).toEqual([
      'CONTAINS | NUM | Volume | 12.4 | ml',
      'CONTAINS | NUM | Diameter | 31.2 | mm',
      'CONTAINS | NUM | Diameter | 31.2 | mm',
    ]);
    expect(lines).toContain('CONTAINS | CODE | Detection by the algorithm | NOT_DETECTED');
  });

  it.skipIf(!isThere)('is read back by highdicom, lesion by lesion (needs Python and highdicom)', () => {
    const path = join(folder, 'exam.dcm');
    writeFileSync(path, file);
    const { stdout, stderr } = spawnSync('python3', [reader, `sr=${path}`], { encoding: 'utf8' });
    if (!stdout) throw new Error(stderr);
    const diameter = ['Diameter', 31.2, 'mm'];
    expect(JSON.parse(stdout)[path]).toMatchObject({
      regions: [],
      findings: [
        {
          uid: record.uid('finding-mass-1'),
          name: 'Mass 1',
          measurements: [['Volume', 12.4, 'ml'], diameter],
        },
        { uid: record.uid('finding-mass-2'), name: 'Mass 2', measurements: [diameter] },
        { uid: record.uid('finding-axilla-1'), name: 'Axilla', measurements: [] },
      ],
    });
  });
});
