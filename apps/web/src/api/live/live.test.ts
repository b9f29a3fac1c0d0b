import { expect, it } from 'vitest';
import { eventsIn } from './live.ts';

it('reads events, and passes over heartbeats and what it does not know', () => {
  const text =
    'retry: 5000\nevent: open\ndata: {}\n\n: still here\n\nevent: worklist\ndata: {}\n\nevent: x\ndata: {}';
  expect(eventsIn(text)).toEqual(['open', 'worklist']);
  expect(eventsIn('')).toEqual([]);
});
