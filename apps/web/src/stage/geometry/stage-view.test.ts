import { describe, expect, it } from 'vitest';
import { upright } from './orientation.ts';
import { type StageMatrix, toStagePoint } from './stage-matrix.ts';
import { frameOf, matrixOf, viewOfBox, wholeView } from './stage-view.ts';

const picture = { width: 200, height: 400 };
const stage = { width: 800, height: 400 };
/** The whole image in the middle of the stage. */
const fitted: StageMatrix = [1, 0, 0, 1, 300, 0];

describe('where an image is on the stage', () => {
  it('is in the middle, as large as it can be', () => {
    expect(matrixOf(picture, stage, wholeView, upright)).toEqual(fitted);
  });

  it('keeps the point that is looked at in the middle at every zoom', () => {
    const matrix = matrixOf(picture, stage, { x: 0, y: 0.25, zoom: 2 }, upright);
    expect(matrix).toEqual([2, 0, 0, 2, 400, 0]);
    expect(toStagePoint(matrix, { x: 0, y: 100 })).toEqual([400, 200]);
  });

  it('lets an image that is laid on its side fill the stage', () => {
    const turned = matrixOf(picture, stage, wholeView, { isMirrored: false, quarterTurns: 1 });
    expect(turned).toEqual([0, 2, -2, 0, 800, 0]);
  });

  it('is true to scale where pixels are not square', () => {
    const tall = { ...picture, spacing: { xMm: 1, yMm: 0.5, kind: 'calibrated' as const } };
    const [a, , , d] = matrixOf(tall, stage, wholeView, upright);
    expect(a / d).toBe(2);
  });

  it('is in a frame as in a larger image, whose border touches that of the stage', () => {
    // 200 × 400 pixels at the right border of 300 × 400, half way down.
    const frame = { x: -100, y: 0, width: 300, height: 400, border: 'right' } as const;
    expect(matrixOf(picture, stage, wholeView, upright, frame)).toEqual([1, 0, 0, 1, 600, 0]);
    // Enlarged about the middle of the frame, which stays where it was.
    const [middle] = toStagePoint([1, 0, 0, 1, 600, 0], { x: 50, y: 200 });
    const enlarged = matrixOf(picture, stage, { ...wholeView, zoom: 2 }, upright, frame);
    expect(toStagePoint(enlarged, { x: 50, y: 200 })).toEqual([middle, 200]);
    const left = { ...frame, x: 0, border: 'left' } as const;
    expect(matrixOf(picture, stage, wholeView, upright, left)).toEqual([1, 0, 0, 1, 0, 0]);
  });

  it('brings a finding to the middle, with its surroundings', () => {
    const view = viewOfBox({ x: 20, y: 100, width: 40, height: 40 }, fitted, frameOf(picture), stage);
    expect(view).toEqual({ x: 0.2, y: 0.3, zoom: 4 });
  });

  it('enlarges neither a speck beyond measure nor a large finding at all', () => {
    const zoomOf = (width: number, height: number) =>
      viewOfBox({ x: 0, y: 0, width, height }, fitted, frameOf(picture), stage).zoom;
    expect(zoomOf(1, 1)).toBe(6);
    expect(zoomOf(200, 400)).toBe(1);
  });
});
