import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onDisk, openMemoryShare, wholeOf } from './received-file.ts';

it('lies on the disk, for its owner alone, once somebody needs it there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-held-'));
  try {
    const held = [Buffer.from('a '), Buffer.from('picture')];
    const file = { path: join(folder, 'upload', 'image'), bytes: 9, sha256: '', held };
    const path = await onDisk(file);
    expect(await readFile(path, 'utf8')).toBe('a picture');
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'upload'))).mode & 0o077).toBe(0);
    expect(Buffer.from(await wholeOf(file)).toString()).toBe('a picture');
  } finally {
    await rm(folder, { recursive: true });
  }
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
