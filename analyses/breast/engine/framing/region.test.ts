import type { GreyPlane } from '@second-read/core/pixels/plane';
import { area, dice } from '@second-read/core/pixels/regions/mask-logic';
import { flipHorizontal } from '@second-read/core/pixels/sampling/flip';
import { describe, expect, it } from 'vitest';
import { greyStudy, painted } from '../../../study.test-support.ts';
import { noiseAt, phantomGrey } from '../phantom.test-support.ts';
import { fillRows } from './region.ts';
import { makeWorkingImage } from './working-image.ts';

const plain = { width: 200, height: 320 };
const ellipse = 0.5 * Math.PI * 0.8 * 200 * 0.46 * 320;

function negative(grey: GreyPlane): GreyPlane {
  return { ...grey, data: grey.data.map((value) => 255 - value) };
}

describe('the working image of a mammogram', () => {
  it('keeps a breast whose chest wall is on the left', () => {
    expect(makeWorkingImage(greyStudy(phantomGrey(plain)))).toMatchObject({
      mirrored: false,
      inverted: false,
      scale: 1,
    });
  });

  it('turns a breast whose chest wall is on the right', () => {
    const right = makeWorkingImage(greyStudy(flipHorizontal(phantomGrey(plain))));
    expect(right.mirrored).toBe(true);
    expect(right.body.data[160 * 200]).toBe(1);
    expect(right.body.data[160 * 200 + 199]).toBe(0);
  });

  it('turns a picture in which dense tissue is dark', () => {
    const working = makeWorkingImage(greyStudy(negative(phantomGrey(plain))));
    expect(working.inverted).toBe(true);
    expect(working.grey.data[160 * 200 + 50]).toBeGreaterThan(0.5);
  });

  it("turns a detector's raw values, which fall exponentially with what the rays passed", () => {
    const shown = makeWorkingImage(greyStudy(phantomGrey({ ...plain, muscle: true })));
    const grey = phantomGrey({ ...plain, muscle: true });
    const raw = { ...grey, data: grey.data.map((value) => 12_000 * Math.exp(-value / 60)) };
    const working = makeWorkingImage(greyStudy(raw, { bitsStored: 14 }));
    expect(working.inverted).toBe(true);
    expect(dice(working.body, shown.body)).toBeGreaterThan(0.97);
    const { data, width } = working.grey;
    // Muscle over fat over air.
    expect(data[60 * width + 10]).toBeGreaterThan((data[200 * width + 60] ?? 0) + 0.02);
    expect(data[200 * width + 60]).toBeGreaterThan((data[5 * width + 190] ?? 0) + 0.5);
  });

  it('works on at most 1024 pixels and knows the scale and the spacing', () => {
    const working = makeWorkingImage(
      greyStudy(phantomGrey({ width: 1280, height: 2048 }), {
        spacing: { xMm: 0.1, yMm: 0.1, kind: 'imager' },
      }),
    );
    expect(working.grey).toMatchObject({ width: 640, height: 1024 });
    expect(working.scale).toBe(2);
    expect(working.mmPerPixel).toBeCloseTo(0.2, 6);
  });
});

describe('the outline of the breast', () => {
  it('agrees with the drawn area within five percent', () => {
    expect(area(makeWorkingImage(greyStudy(phantomGrey(plain))).body) / ellipse).toBeCloseTo(1, 1);
  });

  it('leaves a film label and a scanner line out', () => {
    const labelled = phantomGrey({
      ...plain,
      over: (x, y) => (x > 170 && x < 190 && y > 10 && y < 40 ? 250 : x === 198 ? 255 : null),
    });
    const { body } = makeWorkingImage(greyStudy(labelled));
    expect(body.data[25 * 200 + 180]).toBe(0);
    expect(body.data[160 * 200 + 198]).toBe(0);
    expect(area(body) / ellipse).toBeCloseTo(1, 1);
  });

  it('fills dark fat at the chest wall but no wide gap', () => {
    const rows = ['0111000000', '1111110000', '0000011000', '1111110000'];
    const mask = { width: 10, height: 4, data: Uint8Array.from(rows.join(''), Number) };
    const filled = fillRows(mask);
    expect(Array.from(filled.data).join('')).toBe(
      ['1111000000', '1111110000', '0000011000', '1111110000'].join(''),
    );
  });

  it('finds the chest wall in a picture with a margin on both sides', () => {
    const right = phantomGrey({ width: 200, height: 320 });
    const mirrored = painted(300, 320, (x, y) => {
      const inside = 199 - (x - 50);
      return inside < 0 || inside >= 200 ? 2 : (right.data[y * 200 + inside] ?? 2);
    });
    expect(makeWorkingImage(greyStudy(mirrored)).mirrored).toBe(true);
    const upright = painted(300, 320, (x, y) =>
      x < 50 || x >= 250 ? 2 : (right.data[y * 200 + x - 50] ?? 2),
    );
    expect(makeWorkingImage(greyStudy(upright)).mirrored).toBe(false);
  });

  it('goes by brightness alone where air is of one value, and by the network where film is fogged', () => {
    const label = (x: number, y: number) => (x > 150 && x < 180 && y < 40 ? 230 : null);
    const digital = phantomGrey({ ...plain, over: label });
    expect(makeWorkingImage(greyStudy(digital)).cleanAir).toBe(true);
    const fog = (x: number, y: number) => 2 + (noiseAt(x, y) > 0.8 ? 2 : 0);
    const film = digital.data.map((value, i) => (value === 2 ? fog(i % 200, Math.floor(i / 200)) : value));
    expect(makeWorkingImage(greyStudy({ ...digital, data: film })).cleanAir).toBe(false);
  });

  it('is empty for a flat picture', () => {
    const flat = { width: 64, height: 64, data: new Float32Array(64 * 64).fill(7) };
    expect(area(makeWorkingImage(greyStudy(flat)).body)).toBe(0);
  });
});
