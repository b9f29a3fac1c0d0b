import { expect, it } from 'vitest';
import { isReported } from '../operating-point.ts';
import { asBothScalesSee } from './both-scales.ts';

const near = { step: 1, box: { x: 100, y: 100, width: 16, height: 15 } };
const far = { step: 2, box: { x: 98, y: 100, width: 18, height: 16 } };
const elsewhere = { step: 2, box: { x: 200, y: 100, width: 18, height: 16 } };
const isNamed = (score = 0) => isReported({ score });

it('a spot that the other scale takes for none is none, however it looks at its own', () => {
  expect(asBothScalesSee([near, far], [0.73, 0.015]).map(isNamed)).toEqual([false, false]);
});

it('a spot that both scales take for a nodule stays, and so does one of which either is sure', () => {
  expect(asBothScalesSee([near, far], [0.68, 0.64]).map(isNamed)).toEqual([true, true]);
  expect(isNamed(asBothScalesSee([near, far], [0.99, 0.05])[0])).toBe(true);
});

it('a spot that the other scale does not find keeps its probability', () => {
  expect(asBothScalesSee([near, elsewhere], [0.73, 0.015])).toEqual([0.73, 0.015]);
  expect(asBothScalesSee([near, { ...far, step: 1 }], [0.73, 0.015])).toEqual([0.73, 0.015]);
});
