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

/** As film fades towards a border. */
function fadeFirstLetter(
  { data, width }: ReturnType<typeof greyPlane>,
  { x, y, scale }: { x: number; y: number; scale: number },
) {
  for (let row = y; row < y + 7 * scale; row++)
    for (let at = x; at < x + 5 * scale; at++)
      if (data[row * width + at] === 255) data[row * width + at] = 60;
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

  it.each([
    ['beside the last letter', 'MUSTER JANE', 2, [10, 10]],
    ['on the right, behind a space', 'DOE JANE E', 2, [230, 14]],
    ['in small letters', 'NAME DOE E', 1, [12, 380]],
    ['in large letters', 'DOE MUSTER E', 4, [20, 20]],
    ['dimmer at its ends', 'EMUSTER JANE', 2, [240, 372]],
  ] as const)('leaves no ink outside of its boxes %s', (_name, text, scale, [x, y]) => {
    const plane = head();
    const before = Float32Array.from(plane.data);
    drawLetters(plane, text, { x, y, scale, value: 255 });
    if (text.startsWith('E')) fadeFirstLetter(plane, { x, y, scale });
    const boxes = findText(plane);
    const left = [...plane.data.keys()].filter(
      (at) =>
        plane.data[at] !== before[at] && !isWithin(boxes, at % plane.width, Math.floor(at / plane.width)),
    );
    expect(left.length).toBe(0);
  });

  it('is not seen where there is none', () => {
    expect(findText(head())).toEqual([]);
    expect(findText(greyPlane(300, 200))).toEqual([]);
    expect(findText(greyPlane(1, 1))).toEqual([]);
  });
});
