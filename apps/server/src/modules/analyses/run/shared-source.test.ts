import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSealed } from '../../../platform/spool/sealed-file.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { withSource } from './shared-source.ts';

const sourceKey = 'clinic/uploads/2026-01-01/file';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.blobs.put(sourceKey, Buffer.from('frames'));
});
afterAll(() => server.close());

/** The context with a store that counts how often something is read from it. */
function counting() {
  const { blobs } = server.context;
  const opened: string[] = [];
  const open = (key: string) => {
    opened.push(key);
    return blobs.open(key);
  };
  return { opened, context: { ...server.context, blobs: { ...blobs, open } } };
}

const read = async (path: string) => Buffer.from(await readSealed(path, spoolKey())).toString();

it('frames of one file that are read at the same time share one copy, which is gone afterwards', async () => {
  const { opened, context } = counting();
  const frames = [1, 2, 3].map((frame) => withSource({ sourceKey, batchId: 'batch', frame }, context, read));
  expect(await Promise.all(frames)).toEqual(['frames', 'frames', 'frames']);
  expect(opened).toEqual([sourceKey]);
  await expect.poll(() => readdir(context.config.uploadDir)).toEqual([]);
});

it('an image that is sent alone leaves no copy behind, whether it could be read or not', async () => {
  const { context } = counting();
  const alone = { sourceKey, batchId: null, frame: null };
  expect(await withSource(alone, context, read)).toBe('frames');
  const broken = withSource(alone, context, () => Promise.reject(new Error('unreadable')));
  await expect(broken).rejects.toThrow('unreadable');
  await expect(withSource({ ...alone, sourceKey: 'clinic/none' }, context, read)).rejects.toThrow('missing');
  expect(await readdir(context.config.uploadDir)).toEqual([]);
});

it('a copy that cannot be removed is logged, and fails no run', async () => {
  const uploadDir = await mkdtemp(join(tmpdir(), 'second-read-spool-'));
  const warnings: string[] = [];
  const log = Object.assign(Object.create(server.context.log), {
    warn: (_: object, message: string) => warnings.push(message),
  });
  const context = { ...server.context, log, config: { ...server.context.config, uploadDir } };
  const spoil = async () => {
    await rm(uploadDir, { recursive: true });
    await writeFile(uploadDir, 'no folder');
    return 'result';
  };
  expect(await withSource({ sourceKey, batchId: null, frame: null }, context, spoil)).toBe('result');
  await rm(uploadDir);
  expect(await withSource({ sourceKey, batchId: 'batch', frame: 1 }, context, spoil)).toBe('result');
  await expect.poll(() => warnings).toEqual(Array(2).fill('a copy of an upload was left'));
  await rm(uploadDir);
});
