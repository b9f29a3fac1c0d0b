import { describe, expect, it } from 'vitest';
import { placeWords } from '../../report/place-words.ts';
import { phantomReading } from '../phantom.test-support.ts';
import { type BreastAxes, breastAxes } from './breast-axes.ts';
import { isNipple, placeOf, viewOf } from './location.ts';

const phantom = { width: 300, height: 500 };

/** The phantom's breast is half an ellipse on the left border, its nipple at (240, 250). */
function axesOf(muscle: boolean): BreastAxes {
  const axes = breastAxes(phantomReading({ ...phantom, muscle }).tissue, muscle);
  if (axes === null) throw new Error('no breast in the phantom');
  return axes;
}
const view = (name: 'CC' | 'MLO') => ({ name, told: true });
const locationWords = (...of: Parameters<typeof placeOf>) => {
  const place = placeOf(...of);
  return place && placeWords(place);
};

describe('where a mass lies', () => {
  it('is counted from chest wall to nipple, not by the width of the picture', () => {
    const axes = axesOf(false);
    expect(Math.abs(axes.nipple.x - 240)).toBeLessThan(4);
    expect(Math.abs(axes.nipple.y - 250)).toBeLessThan(6);
    // A third of the picture's width is 100, of the breast's depth 80.
    expect(locationWords(axes, { x: 90, y: 250 }, view('CC'))).toBe('central, middle depth');
    expect(locationWords(axes, { x: 70, y: 250 }, view('CC'))).toBe('central, posterior depth');
    expect(locationWords(axes, { x: 190, y: 250 }, view('CC'))).toBe('central, anterior depth');
  });

  it('stays the same in a picture with a margin', () => {
    const { tissue } = phantomReading(phantom);
    const margin = 100;
    const width = phantom.width + margin;
    const padded = { width, height: phantom.height, data: new Uint8Array(width * phantom.height) };
    for (let y = 0; y < phantom.height; y++) {
      const row = tissue.breast.data.subarray(y * phantom.width, (y + 1) * phantom.width);
      padded.data.set(row, y * width + margin);
    }
    const axes = breastAxes({ ...tissue, breast: padded, labels: padded }, false);
    if (axes === null) throw new Error('no breast');
    expect(locationWords(axes, { x: margin + 70, y: 250 }, view('CC'))).toBe('central, posterior depth');
  });

  it('names sides of a CC and heights of an MLO', () => {
    const axes = axesOf(false);
    expect(locationWords(axes, { x: 90, y: 60 }, view('CC'))).toMatch(/^lateral/);
    expect(locationWords(axes, { x: 90, y: 440 }, view('CC'))).toMatch(/^medial/);
    expect(locationWords(axes, { x: 90, y: 60 }, view('MLO'))).toMatch(/^upper/);
  });

  it('is counted from the nipple line, which on an MLO rises towards the slanting muscle', () => {
    const upright = axesOf(false);
    expect(locationWords(upright, { x: 90, y: 180 }, view('CC'))).toMatch(/^lateral/);
    expect(locationWords(upright, { x: 90, y: 275 }, view('CC'))).toMatch(/^central/);
    const slanting = { ...upright, wall: { at: 120, slope: -0.5 } };
    // The line from the nipple (240, 250) meets this wall at about (54, 157), not at the nipple's height.
    expect(locationWords(slanting, { x: 90, y: 175 }, view('MLO'))).toMatch(/^central/);
    expect(locationWords(slanting, { x: 90, y: 250 }, view('MLO'))).toMatch(/^lower/);
    expect(locationWords(slanting, { x: 180, y: 150 }, view('MLO'))).toMatch(/^upper/);
  });

  it('tells what lies over the muscle of an MLO from the breast', () => {
    const axes = axesOf(true);
    expect(axes.wall.slope).toBeLessThan(-0.2);
    expect(locationWords(axes, { x: 20, y: 60 }, view('MLO'))).toBe(
      'upper, over the pectoral muscle (a lymph node is possible)',
    );
  });

  it('takes the view from the file, else from the muscle', () => {
    expect(viewOf({ view: 'MLO' }, false)).toEqual({ name: 'MLO', told: true });
    expect(viewOf({}, true)).toEqual({ name: 'MLO', told: false });
  });

  it('takes what is centred on the nipple for the nipple', () => {
    const axes = axesOf(false);
    expect(isNipple(axes, { x: 232, y: 252, radius: 10 })).toBe(true);
    expect(isNipple(axes, { x: 200, y: 252, radius: 10 })).toBe(false);
    expect(isNipple(axes, { x: 170, y: 252, radius: 80 })).toBe(false);
  });

  it('goes by the hanging of exaggerated and true lateral views, which keep their name', () => {
    expect(viewOf({ view: 'XCCL' }, true)).toEqual({ name: 'CC', told: true, other: 'XCCL' });
    expect(viewOf({ view: 'ml' }, false)).toEqual({ name: 'MLO', told: true, other: 'ML' });
    expect(viewOf({ view: 'AP' }, true)).toEqual({ name: 'MLO', told: false });
  });
});
