import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExamSegment } from '../exam-segments.ts';
import { examOutlines, examRecord } from '../record.test-support.ts';
import { writeExamSegmentation } from './exam-segmentation.ts';
import { readElements } from './read-elements.test-support.ts';
import { writeMeasurementReport } from './sr/measurement-report.ts';

const isThere = spawnSync('python3', ['-c', 'import highdicom']).status === 0;
const reader = fileURLToPath(new URL('./read-back.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'second-read-exam-seg-'));
afterAll(() => rmSync(folder, { recursive: true }));

const outlines = examOutlines();
const record = examRecord({ examSegments: outlines });
const { frameOfReferenceUid: _space, ...unplaced } = outlines;
const tilt = { rowDirection: [1, 0, 0], columnDirection: [0, 0.9483237, -0.3173047] } as const;
/** Slices of a tilted head, one step after the other. */
const tilted = (step: readonly [number, number, number]) => ({
  ...outlines,
  slices: outlines.slices.map((slice, at) => ({
    ...slice,
    plane: { ...tilt, position: [-10.5, 20.25 + at * step[1], 100 + at * step[2]] as const },
  })),
});
const alongNormal = tilted([0, 2.5 * 0.3173047, 2.5 * 0.9483237]);
/** The table moves along the body: the gantry shears the stack. */
const sheared = tilted([0, 0, 2.625]);
const nothing = { width: 1, height: 1, data: new Uint8Array(1) };

/** Of all slices of the series, drawn from the runs. */
function stackOf({ frames }: ExamSegment): Uint8Array {
  const stack = new Uint8Array(3 * 15);
  for (const { slice, runs } of frames)
    for (let i = 0; i < runs.length; i += 3) {
      const row = slice * 15 + (runs[i] ?? 0) * 5;
      stack.fill(1, row + (runs[i + 1] ?? 0), row + (runs[i + 2] ?? 0));
    }
  return stack;
}

describe.skipIf(!isThere)('highdicom (needs Python and highdicom) of the segmentation of an exam', () => {
  let [placed, free, report, straight, slanted, leaning]: Record<string, unknown>[] = [];
  beforeAll(() => {
    const files = {
      placed: writeExamSegmentation(record),
      free: writeExamSegmentation(examRecord({ examSegments: unplaced })),
      report: writeMeasurementReport(record, nothing),
      straight: writeExamSegmentation(examRecord({ examSegments: alongNormal })),
      slanted: writeExamSegmentation(examRecord({ examSegments: sheared })),
      'leaning-sr': writeMeasurementReport(examRecord({ examSegments: sheared }), nothing),
    };
    const paths = Object.entries(files).map(([name, file]) => {
      writeFileSync(join(folder, name), file ?? '');
      return `${/report|sr$/.test(name) ? 'sr' : 'exam-seg'}=${join(folder, name)}`;
    });
    const { stdout, stderr } = spawnSync('python3', [reader, ...paths], { encoding: 'utf8' });
    if (!stdout) throw new Error(stderr);
    [placed, free, report, straight, slanted, leaning] = Object.values(JSON.parse(stdout));
  });

  it('reads every segment on its slices, at their places, with its volume and tracking UID', () => {
    // 0.5 by 0.2 mm, 2.5 mm apart.
    const ml = [6, 1, 6].map((pixels) => (pixels * 0.5 * 0.2 * 2.5) / 1000);
    expect(placed).toEqual({
      sources: ['1.2.3.4.5.1', '1.2.3.4.5.2', '1.2.3.4.5.3'],
      space: '1.2.3.4.9',
      orientation: [1, 0, 0, 0, 1, 0],
      spacing: [2.5, 0.2, 0.5],
      positions: [100, 102.5, 105, 102.5].map((z) => [-10.5, 20.25, z]),
      segments: outlines.segments.map((segment, at) => ({
        label: segment.label,
        tracking: record.uid(segment.name),
        pixels: [0, 1, 2].map((slice) =>
          stackOf(segment)
            .subarray(15 * slice, 15 * (slice + 1))
            .reduce((sum, pixel) => sum + pixel, 0),
        ),
        sha256: createHash('sha256').update(stackOf(segment)).digest('hex'),
        ml: Number((ml[at] ?? 0).toFixed(6)),
      })),
    });
  });

  it('reads the tilt of a head, along the slices or sheared by the gantry, at the places of the slices', () => {
    const orientation = [...tilt.rowDirection, ...tilt.columnDirection];
    const placesOf = ({ slices }: typeof alongNormal) => [0, 1, 2, 1].map((at) => slices[at]?.plane.position);
    expect(straight).toMatchObject({
      orientation,
      spacing: [2.5, 0.2, 0.5],
      positions: placesOf(alongNormal),
    });
    expect(slanted).toMatchObject({ orientation, positions: placesOf(sheared) });
    for (const read of [straight, slanted])
      expect(read?.segments).toMatchObject(
        outlines.segments.map((segment) => ({
          sha256: createHash('sha256').update(stackOf(segment)).digest('hex'),
        })),
      );
  });

  it('reads a report of a tilted head by the segments and slices that have the tilt, measures unchanged', () => {
    expect(leaning).toEqual(report);
    const lesions = leaning?.lesions as { segment: number }[];
    expect(slanted?.segments).toHaveLength(new Set(lesions.map(({ segment }) => segment)).size + 1);
  });

  it('reads the same segments where the files name no common space', () => {
    expect(free).toMatchObject({ space: null, spacing: null, positions: [] });
    expect(free?.segments).toMatchObject(
      outlines.segments.map((segment) => ({
        label: segment.label,
        sha256: createHash('sha256').update(stackOf(segment)).digest('hex'),
      })),
    );
  });

  it('reads a volumetric group for each outlined lesion, with the UID and number of its segment', () => {
    expect(report?.lesions).toEqual(
      [1, 2].map((number) => ({
        uid: record.uid(`finding-mass-${number}`),
        name: `Mass ${number}`,
        segment: number,
        segmentation: record.uid('segmentation'),
        sources: number === 1 ? ['1.2.3.4.5.1', '1.2.3.4.5.2'] : ['1.2.3.4.5.3'],
        measurements: [...(number === 1 ? [['Volume', 12.4, 'ml']] : []), ['Diameter', 31.2, 'mm']],
      })),
    );
    expect(report?.findings).toMatchObject([{ uid: record.uid('finding-axilla-1') }]);
  });
});

describe('the segmentation of an exam', () => {
  it('is not made where nothing is outlined', () => {
    expect(writeExamSegmentation(examRecord())).toBeUndefined();
    expect(
      writeExamSegmentation(examRecord({ examSegments: examOutlines({ segments: [] }) })),
    ).toBeUndefined();
  });

  it('refers to the slices that show something, and stands in the evidence of the report', () => {
    const one = examOutlines({ segments: outlines.segments.slice(1, 2) });
    const file = writeExamSegmentation(examRecord({ examSegments: one })) ?? new Uint8Array();
    expect(readElements(file).dataSet.ReferencedSeriesSequence).toMatchObject([
      { ReferencedInstanceSequence: [{ ReferencedSOPInstanceUID: '1.2.3.4.5.3' }] },
    ]);
    const evidence = readElements(writeMeasurementReport(record, nothing)).dataSet
      .CurrentRequestedProcedureEvidenceSequence;
    expect(JSON.stringify(evidence)).toContain(record.uid('segmentation'));
  });
});
