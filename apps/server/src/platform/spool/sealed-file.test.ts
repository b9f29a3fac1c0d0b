import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSealed, readSealed, sealedContent, writeSealed } from './sealed-file.ts';

const key = randomBytes(32);
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-read-sealed-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const chunk = 64 * 1024;

describe('a sealed file of the spool', () => {
  it('is unreadable on disk, accessible to its owner alone, and decrypts to what was written', async () => {
    const path = join(folder, 'upload', 'image');
    await writeSealed(path, [Buffer.from('Doe^'), Buffer.from('Jane')], key);
    expect((await readFile(path)).includes('Doe')).toBe(false);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'upload'))).mode & 0o077).toBe(0);
    expect(Buffer.from(await readSealed(path, key)).toString()).toBe('Doe^Jane');
  });

  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 20 * chunk + 5])(
    'of %i bytes is read here and there',
    async (bytes) => {
      const content = randomBytes(bytes);
      const path = join(folder, `of-${bytes}`);
      await writeSealed(path, [content], key);
      const file = await openSealed(path, key);
      expect(file.size).toBe(bytes);
      for (const [at, length] of [
        [0, bytes],
        [1, 5],
        [chunk - 3, 7],
        [chunk, chunk],
        [bytes - 4, 100],
        [bytes, 9],
      ] as const) {
        if (at < 0) continue;
        const wanted = content.subarray(at, at + length);
        expect(Buffer.from(await file.read(at, length)).equals(wanted)).toBe(true);
      }
      await file.close();
      const parts: Uint8Array[] = [];
      for await (const part of sealedContent(path, key)) parts.push(part);
      expect(Buffer.concat(parts).equals(content)).toBe(true);
    },
  );

  it("does not open under another process's key, when altered, or when truncated", async () => {
    const path = join(folder, 'tampered');
    await writeSealed(path, [randomBytes(3 * chunk)], key);
    await expect(readSealed(path, randomBytes(32))).rejects.toThrow();
    const stored = await readFile(path);
    stored[100] = (stored[100] ?? 0) ^ 1;
    await writeFile(path, stored);
    await expect(readSealed(path, key)).rejects.toThrow();
    await writeSealed(path, [randomBytes(3 * chunk)], key);
    await truncate(path, 16 + 2 * (chunk + 16));
    await expect(readSealed(path, key)).rejects.toThrow();
  });
});
