import { describe, expect, it } from 'vitest';
import type { Picture } from '../../../stage/source/picture.ts';
import type { Hanging, HungView } from './hang.ts';
import { furthestHeight, leveled } from './nipple-level.ts';

const [width, height] = [400, 600];

/** A breast as half an ellipse at the chest wall, its nipple at a row, on air of a value. */
function breast(row: number, { endsAtWall = false, air = 0, tissue = 900 } = {}): Picture {
  const samples = new Int16Array(width * height).fill(air);
  for (let y = 0; y < height; y += 1) {
    const far = 250 * Math.sqrt(Math.max(0, 1 - ((y - row) / 260) ** 2));
    for (let x = 0; x < far; x += 1)
      samples[y * width + (endsAtWall ? width - 1 - x : x)] = tissue + (x % 50);
  }
  return { kind: 'grey', id: `${row}`, width, height, samples, window: { centre: 0, width: 1 }, unit: '' };
}

describe('the height at which a breast reaches furthest', () => {
  it.each([
    ['towards the right', 240, {}],
    ['towards the left', 360, { endsAtWall: true }],
    ['on bright air, as where gray values are inverted', 300, { air: 4000 }],
  ])('is found %s', (_, row, like) => {
    const found = furthestHeight(breast(row, like), 'endsAtWall' in like) ?? Number.NaN;
    expect(Math.abs(found * height - row)).toBeLessThan(6);
  });

  it('is unknown where there is no air, or nothing but air', () => {
    const flat = (value: number) => ({ ...breast(300), samples: new Int16Array(width * height).fill(value) });
    expect(furthestHeight(flat(0) as Picture, false)).toBeUndefined();
    expect(furthestHeight(breast(300, { tissue: 0, air: 20 }), true)).toBeUndefined();
  });
});

describe('two breasts beside each other', () => {
  const hung = (side: 'right' | 'left'): HungView => ({
    slice: { file: side, width, height } as HungView['slice'],
    ...{ at: 0, isTold: true, endsAtWall: side === 'right' },
    laying: { frame: { x: 0, y: 0, width, height, border: side }, isMirrored: false },
  });
  const hanging: Hanging = {
    isScaled: true,
    places: (['right', 'left'] as const).map((side) => ({ side, view: 'CC', shown: hung(side) })),
  };
  /** Of the frame's height. */
  const levels = (at: Hanging, heights: Record<string, number>) =>
    at.places.map(({ shown }) => {
      const { frame } = shown?.laying ?? { frame: { y: 0, height: 1 } };
      return ((heights[shown?.slice.file ?? ''] ?? 0) * height - frame.y) / frame.height;
    });

  it('have their nipples level, to one scale, and nothing of them is cut off', () => {
    const heights = { right: 0.4, left: 0.5 };
    const moved = leveled(hanging, ({ slice }) => heights[slice.file as 'right']);
    const [right = 0, left = 1] = levels(moved, heights);
    expect(right).toBeCloseTo(left, 6);
    for (const { shown } of moved.places) {
      const { frame } = shown?.laying ?? hung('left').laying;
      expect(frame.y).toBeLessThanOrEqual(0);
      expect(frame.y + frame.height).toBeGreaterThanOrEqual(height);
      expect(frame.width / width).toBeCloseTo(frame.height / height, 6);
    }
    expect(moved.places[0]?.shown?.laying.frame.x).toBeLessThan(0);
    expect(moved.places[1]?.shown?.laying.frame.x).toBe(0);
  });

  it('stay where they are with one of them unknown, or too far apart', () => {
    expect(leveled(hanging, ({ slice }) => (slice.file === 'right' ? 0.4 : undefined))).toBe(hanging);
    expect(leveled(hanging, ({ slice }) => (slice.file === 'right' ? 0.1 : 0.9))).toBe(hanging);
  });
});
