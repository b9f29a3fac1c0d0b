import { expect, it } from 'vitest';
import { inputOf, openMemoryShare, wholeOf } from './received-file.ts';

it('that is held goes to a thread in one piece, and one on disk by its place', async () => {
  const file = { path: '/nowhere', bytes: 9, sha256: '', held: [Buffer.from('a '), Buffer.from('picture')] };
  expect(inputOf(file)).toEqual({ bytes: Buffer.from('a picture') });
  expect(Buffer.from(await wholeOf(file)).toString()).toBe('a picture');
  expect(inputOf({ path: '/somewhere', bytes: 9, sha256: '' })).toEqual({ path: '/somewhere' });
});

it('of what all uploads may hold, none gets more than is left, and what one gives back another may take', () => {
  const [one, other] = [openMemoryShare(), openMemoryShare()];
  expect(one.take(40 * 1024 * 1024)).toBe(true);
  expect(other.take(25 * 1024 * 1024)).toBe(false);
  expect(other.take(24 * 1024 * 1024)).toBe(true);
  expect(one.take(1)).toBe(false);
  one.close();
  one.close();
  expect(other.take(40 * 1024 * 1024)).toBe(true);
  other.close();
});
