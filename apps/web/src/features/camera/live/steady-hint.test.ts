import type { PreviewHint } from '@second-read/core/analysis/camera-module';
import { expect, it } from 'vitest';
import { nextHint, noHintYet } from './steady-hint.ts';

const blurred = { kind: 'blurred', words: 'Out of focus.' };
const shownAfter = (...hints: (PreviewHint | null)[]) => hints.reduce(nextHint, noHintYet).shown;

it('shows a hint, or that nothing is wrong, once two frames in a row say it', () => {
  expect(shownAfter(blurred)).toBeUndefined();
  expect(shownAfter(blurred, blurred)).toBe(blurred);
  expect(shownAfter(null, null)).toBeNull();
});

it('keeps what is shown through a single frame that says something else', () => {
  expect(shownAfter(null, null, blurred, null)).toBeNull();
  expect(shownAfter(blurred, blurred, null, blurred)).toBe(blurred);
  expect(shownAfter(blurred, blurred, null, null)).toBeNull();
});
