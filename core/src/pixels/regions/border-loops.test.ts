import { describe, expect, it } from 'vitest';
import { drawn, maskOf, noise } from '../grid.test-support.ts';
import { mask } from '../plane.ts';
import { borderLoops } from './border-loops.ts';
import type { Point } from './contour.ts';

const corners = (loop: readonly Point[]) => loop.map(({ x, y }) => `${x},${y}`).join(' ');

/** Pixels whose centre lies within an odd number of loops: an independent way from borders back to pixels. */
function filled(loops: readonly Point[][], width: number, height: number) {
  const out = mask(width, height);
  for (let at = 0; at < out.data.length; at++) {
    const [px, py] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    let crossings = 0;
    for (const loop of loops) {
      loop.forEach((from, index) => {
        const to = loop[(index + 1) % loop.length] ?? from;
        if (from.y > py !== to.y > py && from.x > px) crossings++;
      });
    }
    out.data[at] = crossings % 2;
  }
  return out;
}

describe('borders along the edges of pixels', () => {
  it('walk a single pixel clockwise', () => {
    expect(borderLoops(maskOf('...', '.#.', '...'), 1).map(corners)).toEqual(['1,1 2,1 2,2 1,2']);
  });

  it('name only the corners where the way turns', () => {
    expect(borderLoops(maskOf('###', '#..'), 1).map(corners)).toEqual(['0,0 3,0 3,1 1,1 1,2 0,2']);
  });

  it('go round a hole the other way', () => {
    expect(borderLoops(maskOf('###', '#.#', '###'), 1).map(corners)).toEqual([
      '0,0 3,0 3,3 0,3',
      '1,2 2,2 2,1 1,1',
    ]);
  });

  it('keep pixels that touch at a corner together', () => {
    expect(borderLoops(maskOf('#.', '.#'), 1)).toHaveLength(1);
    expect(borderLoops(maskOf('.#', '#.'), 1)).toHaveLength(1);
  });

  it('follow one class of several and are none where it does not occur', () => {
    const labels = maskOf('223', '233');
    expect(borderLoops(labels, 3).map(corners)).toEqual(['2,0 3,0 3,2 1,2 1,1 2,1']);
    expect(borderLoops(labels, 7)).toEqual([]);
  });

  it('filled again give exactly the pixels they came from, whatever the shape', () => {
    for (const seed of [1, 2, 3]) {
      const { data, width, height } = noise(23, 17, seed);
      const source = { width, height, data: Uint8Array.from(data, (value) => (value > 0.45 ? 1 : 0)) };
      expect(drawn(filled(borderLoops(source, 1), width, height))).toEqual(drawn(source));
    }
  });
});
