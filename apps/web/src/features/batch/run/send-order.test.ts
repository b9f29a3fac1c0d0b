import { expect, it } from 'vitest';
import { sendOrder } from './send-order.ts';

it('begins in the middle and goes outwards, every slice once', () => {
  expect(sendOrder(6)).toEqual([3, 2, 4, 1, 5, 0]);
  expect(sendOrder(1)).toEqual([0]);
  expect(sendOrder(1000).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 1000 }, (_, index) => index),
  );
});
