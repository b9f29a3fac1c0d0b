import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { describe, expect, it } from 'vitest';
import { documentOfExam, lesion, reviewed, withIds } from './exam-review.test-support.ts';
import { storedAs } from './exams.test-support.ts';

/** 20 columns and 10 rows around a place. */
const around = (x: number, y: number) => [
  { x: x - 10, y: y - 5 },
  { x: x + 10, y: y - 5 },
  { x: x + 10, y: y + 5 },
  { x: x - 10, y: y + 5 },
];

const slice = (at: number, landmarks: object) => ({
  ...{ file: `slice-${at + 1}`, sent: at + 1, instanceNumber: 9 - at, placeMm: 5 * at },
  ...{ status: 'read', message: null, width: 128, height: 128, pixelMm: { x: 0.5, y: 0.5 }, landmarks },
});
const technique = {
  ...{ slicesRead: 3, orderedBy: 'position', spacingMm: 5, tiltDegrees: null },
  ...{ isHounsfield: true, hasPixelSize: true },
};
const exam = (module: string, landmarks: object, reading: object = { technique }) =>
  storedAs(module, {
    ...{ findings: [], scores: {}, slices: [0, 1, 2].map((at) => slice(at, landmarks)) },
    reading: { facts: {}, technique: null, limits: [], rules: [], keySlices: [], ...reading },
  });

function added(to: StoredExam, finding: object) {
  const changes = withIds([{ kind: 'add', finding } as Parameters<typeof withIds>[0][number]]);
  const { current } = reviewed(to, changes);
  return { finding: current.findings.at(-1), document: documentOfExam(current) };
}

describe('a finding that a reader adds', () => {
  const views = ['CC', 'MLO', 'CC'].map((view, at) => ({
    ...{ slice: at, side: at < 2 ? 'right' : 'left', view, category: 1 },
    ...{ isSideTold: true, isViewTold: true, isStated: false },
  }));
  const wall = { wallTop: { x: 128, y: 0 }, wallBottom: { x: 128, y: 128 } };
  const breast = exam('breast', { ...wall, nipple: { x: 28, y: 64 } }, { views });

  it('takes side and view of a mammogram from the view, size and depth from its outline', () => {
    const mass = { id: 'mass-1', type: 'mass', slice: 1, outline: around(58, 64) };
    const { finding, document } = added(breast, mass);
    expect(finding).toMatchObject({
      ...{ side: 'right', diameterMm: 11.2 },
      facts: {
        ...{ views: 'MLO', nipplePercent: '30', nippleMm: '15' },
        ...{ levels: 'MLO central', depths: 'anterior' },
      },
    });
    expect(document.table?.rows[0]).toEqual([
      ...['Mass', 'Right, 11.2 mm, central, anterior depth, on MLO', 'mass-1', true],
    ]);
    expect(document.assessment?.comments.join(' ')).toContain(
      'Right breast: mass of 11 mm on MLO alone, central, anterior depth, 15 mm from the nipple',
    );
  });

  it('has its quadrant from outlines on two views, also where the engine had found it elsewhere', () => {
    const outline = (slice: number, x: number, y: number) =>
      ({ kind: 'outline', finding: 'mass-1', to: around(x, y), slice }) as const;
    const own = {
      kind: 'add',
      finding: { id: 'mass-1', type: 'mass', slice: 0, outline: around(60, 20) },
    } as const;
    const drawn = reviewed(breast, withIds([own, outline(1, 90, 20)])).current;
    expect(drawn.findings[0]?.facts).toMatchObject({
      ...{ views: 'CC+MLO', levels: 'CC lateral+MLO upper', depths: 'anterior+middle' },
      nippleMm: '16+31',
    });
    expect(documentOfExam(drawn).table?.rows[0]?.[1]).toBe(
      'Right, 11.2 mm, upper outer quadrant, anterior and middle depth, on CC and MLO',
    );
    const slices = [0, 1].map((at) => ({
      ...{ slice: at, file: `slice-${at + 1}`, box: { x: 40, y: 100, width: 20, height: 10 }, score: 0.8 },
    }));
    const facts = { views: 'CC+MLO', levels: 'CC medial+MLO lower', depths: 'anterior', category: 4 };
    const found = lesion('mass-1', 'mass', { side: 'right', slices, facts });
    const redrawn = reviewed(
      storedAs('breast', { ...breast, findings: [found] }),
      withIds([outline(1, 90, 20)]),
    ).current;
    expect(redrawn.findings[0]).toMatchObject({
      side: 'right',
      facts: { levels: 'CC medial+MLO upper', depths: 'anterior+middle', category: 4 },
    });
  });

  it('has side and view without an outline too, and what a reader states in place of all', () => {
    const mass = { id: 'mass-1', type: 'mass', slice: 2 };
    expect(added(breast, mass).finding).toMatchObject({ side: 'left', diameterMm: null });
    const measurements = [{ quantity: 'mean_diameter', value: 9, unit: 'mm' }];
    const stated = { ...mass, side: 'right', outline: around(58, 64), measurements };
    expect(added(breast, stated).finding).toMatchObject({ side: 'right', diameterMm: 9 });
  });

  it('takes lung, depth, level and mean diameter from a slice of a chest', () => {
    const lungs = {
      ...{ left: { x: 96, y: 65 }, leftFront: { x: 96, y: 20 }, leftBack: { x: 96, y: 110 } },
      ...{ right: { x: 32, y: 65 }, rightFront: { x: 32, y: 20 }, rightBack: { x: 32, y: 110 } },
    };
    const nodule = { id: 'nodule-1', type: 'nodule', slice: 2, outline: around(90, 100) };
    const { finding, document } = added(exam('lung', lungs), nodule);
    expect(finding).toMatchObject({
      ...{ type: 'nodule', side: 'left', diameterMm: 10.1 },
      facts: { frontToBack: 'posterior', third: 'upper third', largestSlice: 3 },
    });
    expect(document.table?.rows[0]?.[1]).toBe('Left, 10.1 mm, slice 3 (image 7)');
  });

  it('takes the side of a head from its midline', () => {
    const midline = { front: { x: 64, y: 0 }, back: { x: 70, y: 128 }, left: { x: 127, y: 64 } };
    const of = (x: number) =>
      added(exam('brain-ct', midline), {
        ...{ id: 'haemorrhage-1', type: 'haemorrhage', slice: 1, outline: around(x, 64) },
      }).finding;
    expect(of(30)).toMatchObject({ side: 'right', diameterMm: 11.2 });
    expect(of(90)).toMatchObject({ side: 'left' });
    expect(of(66)).toMatchObject({ side: 'both' });
  });

  it.each([
    ['mirrored', { front: { x: 64, y: 0 }, back: { x: 58, y: 128 }, left: { x: 1, y: 64 } }],
    ['upside down', { front: { x: 64, y: 128 }, back: { x: 58, y: 0 }, left: { x: 1, y: 64 } }],
    ['transposed', { front: { x: 0, y: 64 }, back: { x: 128, y: 64 }, left: { x: 64, y: 1 } }],
  ])('takes it from the patient where the image is stored %s', (_, midline) => {
    const finding = { id: 'haemorrhage-1', type: 'haemorrhage', slice: 1, outline: around(30, 30) };
    expect(added(exam('brain-ct', midline), finding).finding).toMatchObject({ side: 'left' });
  });

  it('has neither in an exam that was stored without its landmarks', () => {
    const { slices, ...others } = exam('lung', {});
    const bare = { ...others, slices: slices.map(({ pixelMm: _, landmarks: __, ...own }) => own) };
    const nodule = { id: 'nodule-1', type: 'nodule', slice: 2, outline: around(90, 100) };
    expect(added(bare, nodule).finding).toMatchObject({ side: null, diameterMm: null });
  });
});
