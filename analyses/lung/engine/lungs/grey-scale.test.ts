import { greyPlane, mask } from '@second-read/core/pixels/plane';
import { expect, it } from 'vitest';
import { greyScaleOf } from './grey-scale.ts';

const side = 160;

/** Two lungs in fat and muscle, each with the grain of a scan, shown from `black` to `white` HU. */
function chest(black: number, white: number) {
  const [plane, lungs, body] = [greyPlane(side, side), mask(side, side), mask(side, side)];
  let seed = 1;
  const grain = () => {
    seed = (seed * 16807) % 2147483647;
    return 40 * (seed / 2147483647 - 0.5);
  };
  for (let i = 0; i < plane.data.length; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    const inBody = x >= 10 && x < 150 && y >= 30 && y < 130;
    const inLung = y >= 50 && y < 110 && Math.abs(x - 80) >= 15 && Math.abs(x - 80) < 55;
    const hu = (inLung ? -830 : !inBody ? -1000 : x % 30 < 12 ? -100 : 50) + grain();
    plane.data[i] = Math.round(Math.min(255, Math.max(0, ((hu - black) / (white - black)) * 255)));
    lungs.data[i] = inLung ? 1 : 0;
    body.data[i] = inBody ? 1 : 0;
  }
  return { plane, lungs, body };
}

it.each([
  ['a lung window', -1350, 150],
  ['a wide window', -1250, 1250],
  ['a soft-tissue window, in which the lungs are black', -160, 240],
])('tells the densities of black and white in %s', (_, black, white) => {
  const { plane, lungs, body } = chest(black, white);
  const scale = greyScaleOf(plane, lungs, body);
  expect(scale).not.toBeNull();
  expect(Math.abs((scale?.black ?? 0) - black)).toBeLessThan(30);
  expect(Math.abs((scale?.white ?? 0) - white)).toBeLessThan(30);
});

it('estimates nothing where lungs and fat are both black', () => {
  const { plane, lungs, body } = chest(0, 100);
  expect(greyScaleOf(plane, lungs, body)).toBeNull();
});

it('estimates nothing where lung is as bright as soft tissue', () => {
  const { plane, lungs, body } = chest(-1350, 150);
  for (const value of [100, 200])
    expect(
      greyScaleOf({ ...plane, data: plane.data.map(() => value) }, lungs, body),
      `all ${value}`,
    ).toBeNull();
  const negative = { ...plane, data: plane.data.map((value) => 255 - value) };
  expect(greyScaleOf(negative, lungs, body)).toBeNull();
});

it('is less sure in a bone window, where fat and muscle lie close together', () => {
  const of = (black: number, white: number) => {
    const { plane, lungs, body } = chest(black, white);
    return greyScaleOf(plane, lungs, body)?.error ?? 0;
  };
  expect(of(-500, 1300)).toBeGreaterThan(2 * of(-160, 240));
});
