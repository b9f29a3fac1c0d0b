import { describe, expect, it } from 'vitest';
import { between, fitted, keyed, middleBox, moved, resized } from './boxes.ts';

const picture = { width: 1000, height: 500 };
const box = { x: 10, y: 20, width: 100, height: 40 };

describe('a box over burned-in text', () => {
  it('stays within the picture wherever it is moved', () => {
    expect(moved(box, { x: -50, y: -50 }, picture)).toEqual({ ...box, x: 0, y: 0 });
    expect(moved(box, { x: 5000, y: 5000 }, picture)).toEqual({ ...box, x: 900, y: 460 });
  });

  it('can be made larger and smaller, but never vanishes', () => {
    expect(resized(box, { x: 20, y: -10 }, picture)).toEqual({ ...box, width: 120, height: 30 });
    expect(resized(box, { x: -500, y: -500 }, picture)).toEqual({ ...box, width: 12, height: 12 });
    expect(resized(box, { x: 5000, y: 0 }, picture).width).toBe(990);
  });

  it('is drawn in any direction', () => {
    expect(between({ x: 110, y: 60 }, { x: 10, y: 20 }, picture)).toEqual(box);
  });

  it('is moved by arrows and changed in size by Shift and arrows, and by no other key', () => {
    expect(keyed(box, { key: 'ArrowRight', shiftKey: false }, picture)).toEqual({ ...box, x: 20 });
    expect(keyed(box, { key: 'ArrowDown', shiftKey: true }, picture)).toEqual({ ...box, height: 50 });
    expect(keyed(box, { key: 'a', shiftKey: false }, picture)).toBeNull();
  });

  it('begins in the middle when added by a button', () => {
    const { x, y, width, height } = middleBox(picture);
    expect([x + width / 2, y + height / 2]).toEqual([500, 250]);
  });

  it('never is larger than the picture', () => {
    expect(fitted({ x: 0, y: 0, width: 9999, height: 9999 }, picture)).toEqual({ x: 0, y: 0, ...picture });
  });
});
