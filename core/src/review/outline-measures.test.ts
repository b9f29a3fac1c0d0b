import { expect, it } from 'vitest';
import { outlineMeasures } from './outline-measures.ts';

const box = [
  { x: 10, y: 10 },
  { x: 40, y: 10 },
  { x: 40, y: 50 },
  { x: 10, y: 50 },
];

it('measures an outline in pixels, and in millimeters of pixels that are not square', () => {
  const { px, mm, isCalibrated } = outlineMeasures(box, { x: 0.5, y: 0.25, kind: 'calibrated' });
  expect(px.longest).toBe(50);
  expect(px.area).toBe(1200);
  // Across the diagonal of a 30 by 40 box: twice 24.
  expect(px.meanDiameter).toBeCloseTo((50 + 48) / 2, 6);
  expect(mm?.area).toBe(150);
  expect(mm?.longest).toBeCloseTo(Math.hypot(15, 10), 6);
  expect(isCalibrated).toBe(true);
});

it('gives no millimeters where the size of a pixel is not known', () => {
  expect(outlineMeasures(box, null)).toMatchObject({ mm: null, isCalibrated: false });
  expect(outlineMeasures(box, { x: 0, y: 1, kind: 'calibrated' })).toMatchObject({ mm: null });
  expect(outlineMeasures(box, { x: 1, y: 1, kind: 'imager' })).toMatchObject({ isCalibrated: false });
});
