import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { describeBlobs } from './blobs.contract.ts';
import { openFolderBlobs } from './folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'second-read-blobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeBlobs('blobs in a folder', () => openFolderBlobs(join(folder, 'contract')));

describe('the folder itself', () => {
  it('holds no unfinished file after a failed put', async () => {
    const root = join(folder, 'failed');
    const blobs = await openFolderBlobs(root);
    const broken = new Readable({
      read() {
        this.destroy(new Error('cut'));
      },
    });
    await expect(blobs.put('a/b', broken)).rejects.toThrow('cut');
    expect(readdirSync(join(root, '.incoming'))).toEqual([]);
  });

  it('removes what a killed process left, but not files still being written', async () => {
    const root = join(folder, 'abandoned');
    const incoming = join(root, '.incoming');
    mkdirSync(incoming, { recursive: true });
    writeFileSync(join(incoming, 'old'), 'x');
    writeFileSync(join(incoming, 'fresh'), 'x');
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    utimesSync(join(incoming, 'old'), twoDaysAgo, twoDaysAgo);
    await openFolderBlobs(root);
    expect(readdirSync(incoming)).toEqual(['fresh']);
  });

  it('is readable by its owner alone', async () => {
    const root = join(folder, 'private');
    const blobs = await openFolderBlobs(root);
    await blobs.put('a/b', Buffer.from('x'));
    expect(statSync(join(root, 'a', 'b')).mode & 0o077).toBe(0);
    expect(statSync(join(root, 'a')).mode & 0o077).toBe(0);
  });

  it('reports when it is not usable', async () => {
    const root = join(folder, 'removed');
    const blobs = await openFolderBlobs(root);
    rmSync(root, { recursive: true });
    await expect(blobs.check()).rejects.toThrow();
  });
});
