import { describe, expect, it } from 'vitest';
import { greyPlane } from '../pixels/plane.ts';
import { drawLetters } from './draw-letters.test-support.ts';
import { findText } from './find-text.ts';

/** A bright disc on black with a little noise: a head in its field of view. */
function head(width = 400, height = 400) {
  const plane = greyPlane(width, height);
  let state = 7;
  for (let i = 0; i < plane.data.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const distance = Math.hypot((i % width) / width - 0.5, Math.floor(i / width) / height - 0.5);
    plane.data[i] = (distance < 0.38 ? 110 + 60 * Math.cos(distance * 9) : 6) + (state >>> 28);
  }
  return plane;
}

const isWithin = (boxes: ReturnType<typeof findText>, x: number, y: number) =>
  boxes.some((box) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height);

describe('text burned into a picture', () => {
  it('is found in the corners and covered whole', () => {
    const plane = head();
    drawLetters(plane, 'MUSTER JAN', { x: 10, y: 10, scale: 2, value: 255 });
    drawLetters(plane, '12 1 1777', { x: 270, y: 370, scale: 2, value: 255 });
    const boxes = findText(plane);
    for (const [x, y] of [
      [10, 10],
      [127, 23],
      [270, 370],
      [375, 383],
    ] as const) {
      expect([x, y, isWithin(boxes, x, y)]).toEqual([x, y, true]);
    }
    expect(isWithin(boxes, 200, 200)).toBe(false);
  });

  it('is found where it is dark on bright, and in a large picture', () => {
    const plane = head(1600, 1500);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = 255 - (plane.data[i] ?? 0);
    drawLetters(plane, 'DOE JANE', { x: 60, y: 1380, scale: 6, value: 0 });
    expect(isWithin(findText(plane), 100, 1400)).toBe(true);
  });

  it('is not seen where there is none', () => {
    expect(findText(head())).toEqual([]);
    expect(findText(greyPlane(300, 200))).toEqual([]);
    expect(findText(greyPlane(1, 1))).toEqual([]);
  });
});
