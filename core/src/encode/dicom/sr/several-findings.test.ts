import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { ExportRecord } from '../../export-record.ts';
import { exportRecord } from '../../record.test-support.ts';
import { contentLines, readElements } from '../read-elements.test-support.ts';
import { writeMeasurementReport } from './measurement-report.ts';

const isThere = (name: string, ...args: string[]) => spawnSync(name, args).error === undefined;
const hasHighdicom = spawnSync('python3', ['-c', 'import highdicom']).status === 0;
const reader = fileURLToPath(new URL('../read-back.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'second-read-several-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two masses and a third that was not found, of which the document has one line. */
function severalMasses(): ExportRecord {
  const base = exportRecord();
  const { reading, coding } = base;
  const [mass, axilla] = reading?.findings ?? [];
  if (!reading || !mass || !axilla) throw new Error('the record has no findings');
  const axis = { quantity: 'longest_diameter', value: 14.2, unit: 'mm', method: null } as const;
  const estimated = { quantity: 'area', value: 69, unit: 'mm2', method: 'estimated_spacing' } as const;
  const rank = { quantity: 'half_rank', value: 40, unit: 'percent', method: 'unvalidated' } as const;
  const { shape } = coding.descriptors ?? {};
  if (!shape) throw new Error('the record codes no shape');
  return {
    ...base,
    coding: { ...coding, descriptors: { shape: { ...shape, possible: ['hinted'] } } },
    reading: {
      ...reading,
      findings: [
        { ...mass, side: 'left', measurements: [axis, rank] },
        { ...mass, id: 'mass-2', certainty: 61, descriptors: { shape: 'hinted' }, measurements: [estimated] },
        { ...mass, id: 'mass-3', state: 'not_found', certainty: 90 },
        { ...axilla, side: 'both' },
      ],
    },
  };
}

const nothing = { width: 1, height: 1, data: new Uint8Array(1) };
const record = severalMasses();
const file = writeMeasurementReport(record, nothing);
const path = join(folder, 'several.dcm');
writeFileSync(path, file);

describe('the measurement report of several findings of one type', () => {
  it('has a group for each that was found, with its side and measurements', () => {
    const lines = contentLines(readElements(file).dataSet).map((line) => line.trim());
    expect(lines).toContain('HAS CONCEPT MOD | CODE | Laterality | 7771000');
    expect(lines).toContain('CONTAINS | NUM | Long Axis | 14.2 | mm');
    expect(lines).toContain('HAS CONCEPT MOD | CODE | Measurement Method | ESTIMATED_SPACIN');
    expect(lines).toContain('CONTAINS | CODE | Detection by the algorithm | POSSIBLE');
    expect(lines.join()).not.toContain('HALF_RANK');
    expect(lines.filter((line) => line.includes('Certainty'))).toHaveLength(2);
  });

  it('has no code for a side that only assumes the standard display', () => {
    const { reading } = record;
    if (!reading) throw new Error('the record has no reading');
    const assumed = { ...reading.input, file: { sides: 'assumed', isDeclared: true } } as const;
    const written = writeMeasurementReport({ ...record, reading: { ...reading, input: assumed } }, nothing);
    expect(contentLines(readElements(written).dataSet).join()).not.toContain('Laterality');
  });

  it.skipIf(!hasHighdicom)(
    'is read back by highdicom (needs Python and highdicom)',
    () => {
      const { stdout, stderr } = spawnSync('python3', [reader, `sr=${path}`], { encoding: 'utf8' });
      if (!stdout) throw new Error(stderr);
      expect(JSON.parse(stdout)[path].findings).toMatchObject([
        {
          ...{ uid: record.uid('finding-mass'), name: 'Mass', sides: ['Left'], detection: ['DETECTED'] },
          measurements: [
            ['Certainty of Finding', 87.4, '%'],
            ['Long Axis', 14.2, 'mm'],
          ],
        },
        {
          ...{
            uid: record.uid('finding-mass-2'),
            name: 'Mass 2',
            sides: [],
            detection: ['POSSIBLE'],
          },
          measurements: [
            ['Certainty of Finding', 61, '%'],
            ['Area', 69, 'mm2'],
          ],
        },
        { name: 'Axilla', sides: ['Right and left'], detection: ['NOT_ASSESSED'], measurements: [] },
      ]);
    },
    120_000,
  );

  it.skipIf(!isThere('dciodvfy'))('has no error for dciodvfy (needs dicom3tools)', () => {
    const { stderr } = spawnSync('dciodvfy', [path], { encoding: 'utf8' });
    expect(stderr).toContain('Comprehensive3DSR');
    expect(stderr.split('\n').filter((each) => each.startsWith('Error'))).toEqual([]);
  });
});
