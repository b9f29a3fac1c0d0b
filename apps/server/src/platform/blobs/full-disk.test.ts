import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openFolderBlobs } from './folder.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>();
  /** What a full disk does: the entry is made, its content is not. */
  const writeFile = async (...[path, content, options]: Parameters<typeof real.writeFile>) => {
    if (!disk.isFull) return real.writeFile(path, content, options);
    await (await real.open(String(path), 'wx')).close();
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  return { ...real, default: { ...real, writeFile }, writeFile };
});

const folder = mkdtempSync(join(tmpdir(), 'second-read-full-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a full disk leaves no file behind, neither of a put nor of the check that finds it full', async () => {
  const blobs = await openFolderBlobs(folder);
  disk.isFull = true;
  for (let time = 0; time < 3; time += 1) await expect(blobs.check()).rejects.toThrow('no space left');
  await expect(blobs.put('a/b', new Uint8Array(9))).rejects.toThrow('no space left');
  expect(readdirSync(join(folder, '.incoming'))).toEqual([]);
  await blobs.close();
});
