import { describe, expect, it } from 'vitest';
import { randomWalker } from '../../pixels/segment/random-walker.ts';
import type { Area } from './area.ts';
import { proposeFromBox, proposeFromClick } from './propose-area.ts';

const [width, height] = [120, 100];
/** A disc of radius 15 about 70, 40, brighter than its noisy ground. */
const inDisc = (x: number, y: number) => Math.hypot(x + 0.5 - 70, y + 0.5 - 40) <= 15;
const grey = Uint8Array.from({ length: width * height }, (_, at) => {
  const [x, y] = [at % width, Math.floor(at / width)];
  return (inDisc(x, y) ? 170 : 90) + ((at * 7919) % 23);
});
const picture = { width, height, planes: [grey] };

/** Twice what both hold over what either holds. */
function dice({ box, mask }: Area): number {
  let [both, either] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = [x - box.x, y - box.y];
      const isIn = column >= 0 && row >= 0 && column < box.width && row < box.height;
      const proposed = isIn && mask.data[row * box.width + column] === 1;
      if (proposed && inDisc(x, y)) both += 1;
      either += Number(proposed) + Number(inDisc(x, y));
    }
  return (2 * both) / either;
}

function proposed(area: Area | null): Area {
  if (area === null) throw new Error('nothing was proposed');
  return area;
}

describe('a proposed outline', () => {
  it('is what stands out in a box, also where the box is not drawn well', () => {
    const good = { x: 55, y: 25, width: 30, height: 30 };
    const poor = { x: 50, y: 21, width: 38, height: 36 };
    expect(dice(proposed(proposeFromBox(picture, good)))).toBeGreaterThan(0.97);
    expect(dice(proposed(proposeFromBox(picture, poor)))).toBeGreaterThan(0.9);
  });

  it('is what stands out at a click, of whatever size', () => {
    expect(dice(proposed(proposeFromClick(picture, { x: 66, y: 44 })))).toBeGreaterThan(0.9);
    const colour = { ...picture, planes: [grey, grey.map((value) => 255 - value), grey] };
    expect(dice(proposed(proposeFromClick(colour, { x: 70, y: 40 })))).toBeGreaterThan(0.9);
  });

  it('stays within the picture, whatever is asked for', () => {
    const boxes = [
      { x: -50, y: -50, width: 400, height: 400 },
      { x: 119, y: 99, width: 1, height: 1 },
      { x: 0, y: 0, width: 0, height: 0 },
      { x: 500, y: 500, width: 10, height: 10 },
    ];
    for (const box of boxes) {
      const area = proposeFromBox(picture, box);
      if (area === null) continue;
      expect(Math.min(area.box.x, area.box.y)).toBeGreaterThanOrEqual(0);
      expect(area.box.x + area.box.width).toBeLessThanOrEqual(width);
      expect(area.box.y + area.box.height).toBeLessThanOrEqual(height);
    }
    expect(() =>
      proposeFromClick({ width: 4, height: 4, planes: [new Uint8Array(16)] }, { x: 2, y: 2 }),
    ).not.toThrow();
  });
});

describe('the random walker', () => {
  it('divides a line of even pixels in the middle, and an edge where it is', () => {
    const line = (values: readonly number[]) => ({
      ...{ width: values.length, height: 1 },
      planes: [Float32Array.from(values)],
    });
    const seeds = Uint8Array.of(1, 0, 0, 0, 2);
    const even = randomWalker(line([0.5, 0.5, 0.5, 0.5, 0.5]), seeds, { beta: 60 });
    expect([...even].map((value) => Number(value.toFixed(2)))).toEqual([1, 0.75, 0.5, 0.25, 0]);
    const edge = randomWalker(line([0, 0, 0, 1, 1]), seeds, { beta: 60 });
    expect(edge[2]).toBeGreaterThan(0.99);
    expect(edge[3]).toBeLessThan(0.01);
  });
});
