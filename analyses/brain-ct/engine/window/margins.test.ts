import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { withoutMargin } from './margins.ts';

/** A bright disc on black air, 60 to 140, in a frame of the given tone with writing at its left. */
const framed = (tone: number, isWriting: (x: number, y: number) => boolean = () => false) =>
  painted(180, 160, (x, y) => {
    const isPicture = x >= 60 && x < 160 && y >= 20 && y < 140;
    if (isPicture) return Math.hypot(x - 110, y - 80) < 40 ? 0.5 : 0;
    return isWriting(x, y) ? 1 : tone;
  });
/** Six lines, as a viewer names its series. */
const lines = (x: number, y: number) => x > 5 && x < 50 && y > 10 && y < 130 && y % 20 < 3;

describe('a margin round the picture', () => {
  it.each([0.12, 0.4, 1])('of gray %s is blackened, the picture stays', (tone) => {
    const { data } = withoutMargin(framed(tone));
    expect([data[0], data[10 * 180 + 30], data[80 * 180 + 110]]).toEqual([0, 0, 0.5]);
  });

  it('is blackened with what a viewer writes in it', () => {
    const { data } = withoutMargin(framed(0.12, lines));
    expect([data[0], data[21 * 180 + 20], data[80 * 180 + 110]]).toEqual([0, 0, 0.5]);
  });

  it('is none where air is black, nor is the white air of a negative', () => {
    const plain = framed(0);
    expect(withoutMargin(plain)).toBe(plain);
    const negative = painted(180, 160, (x, y) => (Math.hypot(x - 90, y - 80) < 60 ? 0.5 : 1));
    expect(withoutMargin(negative)).toBe(negative);
  });
});
