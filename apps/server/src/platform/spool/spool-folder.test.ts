import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearOwnSpool, openSpoolFolder, sweepSpool } from './spool-folder.ts';

const uuid = '0190a5d0-0000-7000-8000-000000000000';
const machine = hostname().replace(/[^a-zA-Z0-9-]/g, '-');
let uploads = '';
beforeEach(() => {
  uploads = mkdtempSync(join(tmpdir(), 'second-read-spool-'));
});
afterEach(() => rmSync(uploads, { recursive: true }));

function plant(name: string): string {
  const path = join(uploads, name);
  mkdirSync(path);
  writeFileSync(join(path, 'image'), 'left behind');
  return path;
}

/** The pid of a process that has ended. */
const ended = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('folders of the spool', () => {
  it('of killed processes are removed, whatever their age', async () => {
    plant(`${machine}.${ended()}.0011aabb.${uuid}`);
    // In a container every process has the same pid.
    plant(`${machine}.${process.pid}.0011aabb.${uuid}`);
    await sweepSpool(uploads, new Date());
    expect(readdirSync(uploads)).toEqual([]);
  });

  it('of running processes and of other machines stay; the latter, and unknown ones, for an hour', async () => {
    const neighbour = plant(`${machine}.${process.ppid}.0011aabb.${uuid}`);
    const elsewhere = [plant(`elsewhere.1.0011aabb.${uuid}`), plant('of-an-earlier-version')];
    await sweepSpool(uploads, new Date());
    expect(readdirSync(uploads).length).toBe(3);
    const old = Date.now() / 1000 - 3_700;
    for (const path of elsewhere) utimesSync(path, old, old);
    await sweepSpool(uploads, new Date());
    expect(readdirSync(uploads)).toEqual([neighbour.slice(uploads.length + 1)]);
  });

  it('of this process stay while they are in use, and all go when it ends', async () => {
    const [kept, left] = [openSpoolFolder(uploads), openSpoolFolder(uploads)];
    for (const { path } of [kept, left]) mkdirSync(path);
    await left.discard();
    mkdirSync(left.path);
    await sweepSpool(uploads, new Date());
    expect([existsSync(kept.path), existsSync(left.path)]).toEqual([true, false]);
    await clearOwnSpool(uploads);
    expect(readdirSync(uploads)).toEqual([]);
    await kept.discard();
  });

  it('that could not be removed are swept later', async () => {
    const folder = openSpoolFolder(uploads);
    rmSync(uploads, { recursive: true });
    writeFileSync(uploads, 'no folder');
    await expect(folder.discard()).rejects.toThrow('ENOTDIR');
    rmSync(uploads);
    mkdirSync(folder.path, { recursive: true });
    await sweepSpool(uploads, new Date());
    expect(readdirSync(uploads)).toEqual([]);
  });
});
