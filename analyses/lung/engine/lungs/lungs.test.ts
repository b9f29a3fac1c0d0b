import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { area, dice, intersection, union } from '@second-read/core/pixels/regions/mask-logic';
import { crop } from '@second-read/core/pixels/sampling/crop';
import { rotate } from '@second-read/core/pixels/sampling/warp-affine';
import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { chestPhantom } from '../phantom.test-support.ts';
import { findAir } from './air.ts';
import { findAirways } from './airways.ts';
import { measureLevels } from './levels.ts';
import { lungParts, withSeenLung } from './lung-parts.ts';
import { findLungs } from './lungs.ts';

const disc = (cx: number, cy: number, rx: number, ry: number) => {
  const plane = painted(256, 256, (x, y) => (((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1 ? 1 : 0));
  return { width: 256, height: 256, data: Uint8Array.from(plane.data) };
};
const read = (plane: GreyPlane, quantity: 'hounsfield' | 'relative' = 'hounsfield', seen?: GreyPlane) => {
  const levels = measureLevels(plane, quantity);
  const air = findAir(plane, levels.threshold);
  const airways = findAirways(air, plane, levels);
  const parts = lungParts(air, airways);
  return findLungs(air, airways, seen === undefined ? parts : withSeenLung(parts, seen));
};
const pictureLeft = disc(78, 128, 36, 58);
const pictureRight = disc(178, 128, 33, 55);

describe('the lungs of a slice', () => {
  it('names the lung on the picture’s left the patient’s right', () => {
    const plane = chestPhantom();
    const lungs = read(plane);
    expect(dice(lungs.right, pictureLeft)).toBeGreaterThan(0.99);
    expect(dice(lungs.left, pictureRight)).toBeGreaterThan(0.99);
    expect(lungs.pose).toBe('upright');
  });

  it('leaves trachea, surrounding air and the table out', () => {
    const plane = chestPhantom();
    const { left, right } = read(plane);
    expect(area(intersection(left, right))).toBe(0);
    for (const lung of [left, right]) {
      expect(lung.data[80 * 256 + 128]).toBe(0);
      expect(lung.data[5 * 256 + 5]).toBe(0);
      expect(lung.data[236 * 256 + 128]).toBe(0);
    }
  });

  it('leaves out the air that a table closes in beneath a body which both sides of the picture cut', () => {
    const whole = chestPhantom();
    const box = { x: 40, y: 38, width: 176, height: 204 };
    const { left, right } = read(crop(whole, box));
    const both = union(left, right);
    expect(both.data[(220 - box.y) * box.width + 60]).toBe(0);
    expect(area(both)).toBeCloseTo(area(union(pictureLeft, pictureRight)), -2);
  });

  it('finds the same lungs in an 8-bit lung window', () => {
    const hu = chestPhantom();
    const grey = painted(256, 256, (x, y) =>
      Math.min(255, Math.max(0, (((hu.data[y * 256 + x] ?? 0) + 1350) / 1500) * 255)),
    );
    const lungs = read(grey, 'relative');
    expect(dice(lungs.right, pictureLeft)).toBeGreaterThan(0.99);
    expect(dice(lungs.left, pictureRight)).toBeGreaterThan(0.99);
  });

  it('takes a nodule at the chest wall into the lung', () => {
    const plane = chestPhantom([{ x: 45, y: 128, radius: 3 }]);
    const { right } = read(plane);
    expect(right.data[128 * 256 + 45]).toBe(1);
  });

  it('says that a picture turned by 90 degrees is turned', () => {
    const plane = rotate(chestPhantom(), Math.PI / 2);
    expect(read(plane).pose).toBe('turned');
  });

  it('keeps the sides of slivers at the base that lie one above the other in a body wider than tall', () => {
    const slivers = painted(256, 256, (x, y) => {
      const isSliver = Math.abs(x - 70) < 20 && (Math.abs(y - 110) < 8 || Math.abs(y - 170) < 8);
      return isSliver ? -850 : Math.hypot((x - 128) / 108, (y - 128) / 80) <= 1 ? 40 : -1000;
    });
    const { left, right, pose } = read(slivers);
    expect(pose).toBe('upright');
    expect([area(left), right.data[110 * 256 + 70], right.data[170 * 256 + 70]]).toEqual([0, 1, 1]);
  });

  it('finds none in a picture of soft tissue', () => {
    const plane = painted(256, 256, (x, y) => (Math.hypot(x - 128, y - 128) < 90 ? 40 : -1000));
    const { left, right } = read(plane);
    expect(area(left) + area(right)).toBe(0);
  });

  it('takes in consolidated lung that only the network sees, and drops what it does not see', () => {
    const plane = chestPhantom([{ x: 178, y: 165, radius: 30 }]);
    const seen = greyPlane(256, 256);
    for (let i = 0; i < seen.data.length; i++) {
      seen.data[i] = (pictureLeft.data[i] ?? 0) + (pictureRight.data[i] ?? 0);
    }
    expect(dice(read(plane).left, pictureRight)).toBeLessThan(0.85);
    expect(dice(read(plane, 'hounsfield', seen).left, pictureRight)).toBeGreaterThan(0.97);
    const half = { ...seen, data: seen.data.map((value, i) => (i % 256 < 128 ? value : 0)) };
    expect(area(read(chestPhantom(), 'hounsfield', half).left)).toBe(0);
  });

  it('keeps the dark parts where the network knows nothing of such a picture', () => {
    const { right } = read(chestPhantom(), 'hounsfield', greyPlane(256, 256));
    expect(dice(right, pictureLeft)).toBeGreaterThan(0.99);
  });

  it('parts a trachea from the lung into which it seems to open', () => {
    const plane = chestPhantom();
    for (let y = 84; y <= 86; y++) for (let x = 98; x < 124; x++) plane.data[y * 256 + x] = -990;
    const { right } = read(plane);
    expect(right.data[80 * 256 + 128]).toBe(0);
    expect(area(right) / area(pictureLeft)).toBeLessThan(1.03);
    expect(dice(right, pictureLeft)).toBeGreaterThan(0.98);
  });

  it('keeps a sliver of lung that the network overlooks, but no compact part', () => {
    const plane = chestPhantom();
    const rowAt = (x: number): number => 182 + Math.round((x - 105) / 4);
    for (let x = 105; x < 160; x++) for (let y = 0; y < 9; y++) plane.data[(rowAt(x) + y) * 256 + x] = -850;
    const seen = greyPlane(256, 256);
    for (let i = 0; i < seen.data.length; i++) seen.data[i] = pictureLeft.data[i] ?? 0;
    const { left } = read(plane, 'hounsfield', seen);
    expect(left.data[(rowAt(140) + 4) * 256 + 140]).toBe(1);
    expect(area(intersection(left, pictureRight))).toBe(0);
  });

  it('drops a sliver of air between the back and the table', () => {
    const lungs = union(pictureLeft, pictureRight);
    const seen = { ...greyPlane(256, 256), data: Float32Array.from(lungs.data) };
    // A hollow of the table: slight at its ends, far below both lungs.
    const strip = painted(256, 256, (x, y) =>
      x > 40 && x < 216 && Math.abs(y - 240 + ((x - 128) / 20) ** 2) < 3 ? 1 : 0,
    );
    const parts = union(lungs, { width: 256, height: 256, data: Uint8Array.from(strip.data) });
    expect(dice(withSeenLung(parts, seen), lungs)).toBe(1);
  });

  it('leaves out a speck that the network sees far from both lungs', () => {
    const seen = greyPlane(256, 256);
    for (let i = 0; i < seen.data.length; i++) {
      seen.data[i] = (pictureLeft.data[i] ?? 0) + (pictureRight.data[i] ?? 0);
    }
    for (let y = 226; y < 238; y++) for (let x = 210; x < 222; x++) seen.data[y * 256 + x] = 1;
    const { left } = read(chestPhantom(), 'hounsfield', seen);
    expect(left.data[232 * 256 + 216]).toBe(0);
  });

  it('drops an airway between lungs that lie one above the other', () => {
    const { left, right } = read(rotate(chestPhantom(), Math.PI / 2));
    const both = union(left, right);
    const airway = disc(80, 128, 6, 6);
    expect(area(intersection(both, airway)) + area(intersection(both, disc(175, 128, 6, 6)))).toBe(0);
  });
});
