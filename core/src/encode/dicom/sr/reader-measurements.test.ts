import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { examRecord, exportRecord, readerMeasurements } from '../../record.test-support.ts';
import { contentLines, readElements } from '../read-elements.test-support.ts';
import { writeMeasurementReport } from './measurement-report.ts';

const nothing = { width: 1, height: 1, data: new Uint8Array(1) };
const hasHighdicom = spawnSync('python3', ['-c', 'import highdicom']).status === 0;
const reader = fileURLToPath(new URL('../read-back.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'second-read-reader-'));
afterAll(() => rmSync(folder, { recursive: true }));

const record = examRecord({ measurements: readerMeasurements() });
const file = writeMeasurementReport(record, nothing);
const linesOf = (bytes: Uint8Array) => contentLines(readElements(bytes).dataSet).map((line) => line.trim());

describe('the measurement report with what the reader measured', () => {
  it('has each value with its unit, by the reader, inferred from points on its slice', () => {
    const lines = linesOf(file);
    const at = lines.indexOf('CONTAINS | NUM | Length | 8.1 | mm');
    expect(lines.slice(at + 1, at + 5)).toEqual([
      'HAS CONCEPT MOD | CODE | Measurement Method | READER',
      'INFERRED FROM | SCOORD | Source of Measurement',
      'SELECTED FROM | IMAGE | 1.2.3.4.5.1',
      'CONTAINS | TEXT | Comment | Slice 1',
    ]);
    for (const line of ['Angle | 45 | deg', "Attenuation Coefficient | -812 | [hnsf'U]"])
      expect(lines).toContain(`CONTAINS | NUM | ${line}`);
  });

  it('gives a plane across the slices its value and its name, and no points on a slice', () => {
    const lines = linesOf(file);
    const at = lines.indexOf('CONTAINS | TEXT | Comment | Coronal plane 121');
    expect(lines.slice(at - 2, at)).toEqual([
      'CONTAINS | NUM | Length | 8.1 | mm',
      'HAS CONCEPT MOD | CODE | Measurement Method | READER',
    ]);
  });

  it('has the text of an arrow, inferred from its points', () => {
    const lines = linesOf(file);
    const at = lines.indexOf('CONTAINS | TEXT | Comment | Slice 1, Surgical clip');
    expect(lines.slice(at + 1, at + 3)).toEqual([
      'INFERRED FROM | SCOORD | Source of Measurement',
      'SELECTED FROM | IMAGE | 1.2.3.4.5.1',
    ]);
  });

  it('refers to the image of a report of one', () => {
    const [first] = readerMeasurements();
    if (!first) throw new Error('nothing is measured');
    const single = { ...first, measurement: { ...first.measurement, image: {} } };
    const lines = linesOf(writeMeasurementReport(exportRecord({ measurements: [single] }), nothing));
    expect(lines).toContain(`SELECTED FROM | IMAGE | ${record.uid('picture')}`);
  });

  it.skipIf(!hasHighdicom)('is read back by highdicom (needs Python and highdicom)', () => {
    const path = join(folder, 'reader.dcm');
    writeFileSync(path, file);
    const { stdout, stderr } = spawnSync('python3', [reader, `sr=${path}`], { encoding: 'utf8' });
    if (!stdout) throw new Error(stderr);
    const of = (name: string) => record.uid(`measurement-${name}`);
    const [length, angle, ellipse, probe, arrow, cut] = readerMeasurements().map(
      ({ measurement }) => measurement.id,
    );
    const attenuation = (value: number, derivation: string | null) => [
      ...['Attenuation Coefficient', value, "[hnsf'U]"],
      derivation,
    ];
    expect(JSON.parse(stdout)[path].reader).toEqual([
      {
        ...{ uid: of(length ?? ''), name: 'length of the reader' },
        measurements: [['Length', 8.1, 'mm', null]],
        drawn: [['POLYLINE', [0, 0, 3, 4], '1.2.3.4.5.1']],
      },
      {
        ...{ uid: of(angle ?? ''), name: 'angle of the reader' },
        measurements: [['Angle', 45, 'deg', null]],
        drawn: [['POLYLINE', [4, 0, 0, 0, 4, 1], '1.2.3.4.5.1']],
      },
      {
        ...{ uid: of(probe ?? ''), name: 'probe of the reader' },
        measurements: [attenuation(-812, null)],
        drawn: [['POINT', [1.5, 2], '1.2.3.4.5.3']],
      },
      { uid: of(arrow ?? ''), name: 'arrow of the reader', measurements: [], drawn: [] },
      {
        ...{ uid: of(cut ?? ''), name: 'length of the reader' },
        measurements: [['Length', 8.1, 'mm', null]],
        drawn: [],
      },
      {
        ...{ uid: of(ellipse ?? ''), name: 'ellipse of the reader' },
        measurements: [
          attenuation(7.4, 'Mean'),
          attenuation(4, 'Standard Deviation'),
          attenuation(1, 'Minimum'),
          attenuation(14, 'Maximum'),
          ['Area', 6.3, 'mm2', null],
        ],
        // The longer axis first.
        drawn: [['ELLIPSE', [2, 0, 2, 4, 1, 2, 3, 2], '1.2.3.4.5.3']],
      },
    ]);
  });
});
