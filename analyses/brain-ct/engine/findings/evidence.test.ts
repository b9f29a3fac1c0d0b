import { mask } from '@second-read/core/pixels/plane';
import { expect, it } from 'vitest';
import { greyStudy } from '../../../study.test-support.ts';
import { measurementsOf } from '../measure/measurements.test-support.ts';
import { evidenceOf } from './evidence.ts';
import { invented } from './invented.test-support.ts';
import { observe } from './observations.ts';

const side = 64;
const plane = { width: side, height: side, data: new Float32Array(side ** 2) };
const asIs = { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 };
const halfTurn = { a: -1, b: 0, c: side - 1, d: 0, e: -1, f: side - 1 };

it.each([
  ['upright', asIs, { right: 4, left: 52 }],
  ['turned by half', halfTurn, { right: 52, left: 4 }],
])('puts each of two bleedings of one slice on its own side: a picture %s', (_, toStudy, expected) => {
  const bleedingRegion = mask(side, side);
  for (let row = 30; row < 38; row++) {
    bleedingRegion.data.fill(1, row * side + 4, row * side + 12);
    bleedingRegion.data.fill(1, row * side + 52, row * side + 60);
  }
  const m = measurementsOf({ ...invented(() => 0.5), probability: 0.9 });
  const turned = { ...m, bleedingRegion, upright: { ...m.upright, toStudy } };
  const { marks } = evidenceOf(turned, greyStudy(plane), { seen: observe(m), shown: plane });
  const bleedings = marks.filter(({ type }) => type === 'haemorrhage');
  expect(Object.fromEntries(bleedings.map(({ box, facts }) => [facts?.side, box.x]))).toEqual(expected);
});
