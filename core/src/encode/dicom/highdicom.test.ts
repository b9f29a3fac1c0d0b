import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportRecord } from '../export-record.ts';
import { archived, exportRecord, labels } from '../record.test-support.ts';
import { instanceItem, seriesUid } from './common-modules.ts';
import { writeSegmentation } from './segmentation.ts';
import { writeMeasurementReport } from './sr/measurement-report.ts';

/** The Python package, an independent reader; nothing of the product needs it. */
const isThere = spawnSync('python3', ['-c', 'import highdicom']).status === 0;
const reader = fileURLToPath(new URL('./read-back.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'second-read-highdicom-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plain = exportRecord();
const slice = { ...plain.study, sliceThicknessMm: 2.5 };
const records: Readonly<Record<string, ExportRecord>> = {
  'of a mammogram': plain,
  'of a picture without spacing': exportRecord({ study: { width: 5, height: 3, spacingMm: null } }),
  'of outlines that a reader drew': exportRecord({ outlinedBy: { 2: 'both', 4: 'reader' } }),
  'of a CT slice': exportRecord({ study: slice }),
  'of a CT slice that joins its study': exportRecord({ ...archived, study: slice }),
};

function maskDigest(classNumber: number): string {
  const mask = labels.data.map((label) => Number(label === classNumber));
  return createHash('sha256').update(mask).digest('hex');
}

describe.skipIf(!isThere).each(Object.entries(records))(
  'highdicom (needs Python and highdicom) of what was written %s',
  (name, record) => {
    let [segmentation, report]: Record<string, unknown>[] = [];
    beforeAll(() => {
      const paths = ['seg', 'sr'].map((kind) => join(folder, `${name}.${kind}`));
      writeFileSync(paths[0] ?? '', writeSegmentation(record, labels) ?? '');
      writeFileSync(paths[1] ?? '', writeMeasurementReport(record, labels));
      const { stdout, stderr } = spawnSync('python3', [reader, `seg=${paths[0]}`, `sr=${paths[1]}`], {
        encoding: 'utf8',
      });
      if (!stdout) throw new Error(stderr);
      [segmentation, report] = Object.values(JSON.parse(stdout));
    });

    it('reads the segments: the same names, kinds, pixels, source and geometry', () => {
      const { sliceThicknessMm: thickness } = record.study;
      const { ReferencedSOPInstanceUID: instance } = instanceItem(record, 'picture');
      expect(segmentation).toEqual({
        source: [record.uid('study'), seriesUid(record, 'picture'), instance],
        measures: thickness === undefined ? null : { spacing: [0.2, 0.5], thickness },
        segments: [
          { number: 1, label: 'fibroglandular', type: 'FIBROGLANDULAR', sha256: maskDigest(1) },
          { number: 2, label: 'mass', type: '4147007', sha256: maskDigest(2) },
        ],
      });
    });

    it('reads the measurements: the same values, segments and tracking UIDs', () => {
      const isMeasured = record.study.spacingMm !== null;
      const unit = isMeasured ? 'mm2' : '{pixels}';
      const { ReferencedSOPInstanceUID: source } = instanceItem(record, 'picture');
      const common = { segmentation: record.uid('segmentation'), source };
      expect(report).toMatchObject({
        regions: [
          {
            ...{ ...common, uid: record.uid('region-1'), segment: 1, finding: 'FIBROGLANDULAR' },
            measurements: [['Area', isMeasured ? 0.5 : 5, unit]],
          },
          {
            ...{ ...common, uid: record.uid('region-2'), segment: 2, finding: '4147007' },
            measurements: [['Area', isMeasured ? 0.3 : 3, unit]],
          },
        ],
        findings: [
          {
            ...{ uid: record.uid('finding-mass'), name: 'Mass', finding: '4147007' },
            measurements: [['Certainty of Finding', 87.4, '%']],
          },
          { uid: record.uid('finding-axilla'), name: 'Axilla', measurements: [] },
        ],
      });
    });
  },
);
