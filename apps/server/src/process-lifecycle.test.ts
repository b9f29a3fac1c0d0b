import { expect, it } from 'vitest';
import { explain } from './process-lifecycle.ts';

const coded = (code: string) => Object.assign(new Error(`${code}: no space left on device, write`), { code });

it.each([
  ['of the system', coded('ENOSPC')],
  ['of a quota', coded('EDQUOT')],
  ['within another error', new Error('the server could not start', { cause: coded('ENOSPC') })],
  [
    'in the log of the embedded database',
    new Error('It ended.\nFATAL: could not write: No space left on device'),
  ],
])('a full disk is one sentence without a stack: %s', (_, error) => {
  expect(explain(error)).toBe('The disk is full. Make room on the disk of DATA_DIR, then start again.');
});

it('a bug keeps its stack', () => {
  expect(explain(new TypeError('x is not a function'))).toContain('process-lifecycle.test.ts');
});
