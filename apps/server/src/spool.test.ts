import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { analysisUpload } from './testing/multipart.ts';
import { type ServerProcess, signInToDemo, startServer } from './testing/server-process.ts';

const name = 'Doe^Jane';
/** Large enough for the disk, and never whole. */
const picture = Buffer.alloc(8 * 1024 * 1024, name);

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = () => startServer({ DATA_DIR: folder, SHUTDOWN_GRACE_MS: '500' });
const left = () =>
  readdirSync(join(folder, 'uploads'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

/** Sends half of an upload, waits until some of it lies on the disk, and never sends the rest. */
async function sendHalf(server: ServerProcess): Promise<void> {
  const token = await signInToDemo(server.url);
  const { payload, headers } = analysisUpload(picture, 'half');
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const head = 'POST /api/lung_segmentation/process/ HTTP/1.1\r\nhost: localhost';
  const type = `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}`;
  socket.write(`${head}\r\nauthorization: Bearer ${token}\r\n${type}\r\n\r\n`);
  socket.write(payload.subarray(0, payload.length >> 1));
  while (left().length === 0) await sleep(50);
  await sleep(500);
}

describe('an upload that is under way', { timeout: 600_000 }, () => {
  it('cannot be read from the disk after kill -9, and is gone with the next start', async () => {
    folder = mkdtempSync(join(tmpdir(), 'second-read-killed-'));
    const server = await start();
    await sendHalf(server);
    server.child.kill('SIGKILL');
    await server.exit;
    const files = left();
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name)).includes(name)).toBe(false);
    const next = await start();
    expect(left()).toEqual([]);
    next.child.kill('SIGTERM');
    await next.exit;
  });

  it('leaves nothing on the disk when the process is told to end', async () => {
    folder = mkdtempSync(join(tmpdir(), 'second-read-ended-'));
    const server = await start();
    await sendHalf(server);
    server.child.kill('SIGTERM');
    await server.exit;
    expect(left()).toEqual([]);
  });
});
