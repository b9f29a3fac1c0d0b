import { type Mask, mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { withCavitiesFilled } from './cavities.ts';

const [lung, wall, denseFrom] = [100, 200, 130];
const everywhere: Mask = { ...mask(96, 96), data: new Uint8Array(96 * 96).fill(1) };
const distance = (x: number, y: number) => Math.hypot(x - 48, y - 48);

/** A ring in lung, open to it in the rows above the middle where `isOpen`. */
const ring = (inner: number, outer: number, isOpen = false) =>
  painted(96, 96, (x, y) => {
    const isWall = distance(x, y) >= inner && distance(x, y) <= outer;
    return isWall && !(isOpen && x === 48 && y < 48) ? wall : lung;
  });

describe('air in a cavity', () => {
  it('takes the gray of its wall, so that the networks see a nodule', () => {
    const { data } = withCavitiesFilled(ring(4, 7), everywhere, denseFrom);
    expect(data[48 * 96 + 48]).toBe(wall);
    expect(data[48 * 96 + 48 - 10]).toBe(lung);
  });

  it('leaves the picture that it was given', () => {
    const picture = ring(4, 7);
    withCavitiesFilled(picture, everywhere, denseFrom);
    expect(picture.data[48 * 96 + 48]).toBe(lung);
  });

  it('stays where the ring is open, wide, a speck, or outside of the lungs', () => {
    for (const picture of [ring(4, 7, true), ring(20, 24), ring(1, 3)]) {
      expect(withCavitiesFilled(picture, everywhere, denseFrom).data).toEqual(picture.data);
    }
    expect(withCavitiesFilled(ring(4, 7), mask(96, 96), denseFrom).data).toEqual(ring(4, 7).data);
  });

  it('stays where the wall runs on, as that of a bronchus beside its vessels', () => {
    const picture = painted(96, 96, (x, y) =>
      (distance(x, y) >= 4 && distance(x, y) <= 6) || (Math.abs(x - 48) < 2 && y > 52) ? wall : lung,
    );
    expect(withCavitiesFilled(picture, everywhere, denseFrom).data).toEqual(picture.data);
  });
});
