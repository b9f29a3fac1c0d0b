import { expect, it } from 'vitest';
import { detectionOf } from './detection.ts';

it.each([
  [{ found: true }, 'detected'],
  [{ found: true, note: 'Not assessed: margins.' }, 'detected'],
  [{ found: false }, 'not-detected'],
  [{ found: false, note: 'No node stood out.' }, 'not-detected'],
  [{ found: false, note: 'Not assessed, in the words of another server.' }, 'not-detected'],
  [{ found: false, isAssessed: false }, 'not-assessed'],
] as const)('%o was %s', (finding, detection) => {
  expect(detectionOf(finding)).toBe(detection);
});
