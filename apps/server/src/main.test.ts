import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { siteReply } from '@second-read/contract/accounts';
import { progressReply } from '@second-read/contract/analyses';
import { errorReply } from '@second-read/contract/errors';
import { crc32 } from '@second-read/core/deidentify/picture/checksums';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { keptDataKeys } from './config/secrets.ts';
import { smallBytes } from './modules/analyses/intake/received-file.ts';
import { findPostmaster } from './platform/database/embedded/postmaster.ts';
import { joinEmbedded } from './platform/database/embedded.ts';
import { analysisUpload } from './testing/multipart.ts';
import { type ServerProcess, signInToDemo, spawnServer, startServer } from './testing/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'second-read-main-'));
const postgresFolder = join(dataDir, 'postgres');
const sample = readFileSync(
  fileURLToPath(new URL('../../web/public/samples/lung/nodule_0134_n0_s01.png', import.meta.url)),
);
/** With a comment before its end: the same picture, of a size that is written to the disk while it comes. */
const sampleOnDisk = withComment(sample, 4 * smallBytes);
const patience = { timeout: 120_000 };
/** A machine under load takes its time for a report: what waits for one is not cut before. */
const graceMs = 55_000;
const longGrace = { SHUTDOWN_GRACE_MS: String(graceMs) };
const running: ServerProcess[] = [];

/** A PNG with a comment of so many bytes behind its header. */
function withComment(png: Uint8Array, bytes: number): Buffer {
  const named = Buffer.concat([Buffer.from('tEXt'), Buffer.alloc(bytes, 'Comment\0x')]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes);
  sum.writeUInt32BE(crc32(named));
  const headerEnd = 33;
  return Buffer.concat([png.subarray(0, headerEnd), length, named, sum, png.subarray(headerEnd)]);
}

/** Uploads that lie on the disk. */
const uploads = () =>
  readdirSync(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

async function stateAt(url: string, token: string): Promise<string> {
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return progressReply.parse(await reply.json()).state;
}

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, ...env });
  running.push(server);
  return server;
}

// Each test starts a whole server, first of all one that makes its sample reports.
describe('the server as a process', { timeout: 10 * 60_000 }, () => {
  afterAll(async () => {
    for (const { child, exit } of running) {
      child.kill('SIGTERM');
      await exit;
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('answers, says to a second start that it runs, and ends with its database on SIGTERM', async () => {
    const server = await start();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const second = await spawnServer({ DATA_DIR: dataDir }).exit;
    expect(second.code).toBe(1);
    expect(second.stderr.split('\n')).toEqual([
      `Second Read is already running on ${dataDir} (process ${server.child.pid}). Stop it first, or set DATA_DIR to another folder.`,
    ]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect((await server.exit).code).toBe(0);
    expect(findPostmaster(postgresFolder)).toBeUndefined();
  });

  it('gives the report that somebody waits for before it ends', async () => {
    const server = await start(longGrace);
    const token = await signInToDemo(server.url);
    const form = new FormData();
    form.set('patient_id', 'drained');
    form.set('image', new Blob([sample]), 'slice.png');
    const reply = fetch(`${server.url}/api/lung_segmentation/process/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'drained-1' },
      body: form,
    });
    const path = '/api/lung_segmentation/progress/drained-1/';
    await expect.poll(() => stateAt(server.url + path, token), patience).not.toBe('unknown');
    server.child.kill('SIGINT');
    expect((await reply).status).toBe(200);
    const answered = performance.now();
    expect((await server.exit).code).toBe(0);
    expect(performance.now() - answered).toBeLessThan(graceMs / 2);
    expect(findPostmaster(postgresFolder)).toBeUndefined();
  });

  it('takes the rest of an upload that is on its way when it is told to end, and gives its report', async () => {
    const server = await start(longGrace);
    const token = await signInToDemo(server.url);
    const { payload, headers } = analysisUpload(sampleOnDisk, 'half way');
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const answer = text(socket).catch(String);
    socket.on('error', () => {});
    const head = 'POST /api/lung_segmentation/process/ HTTP/1.1\r\nhost: localhost\r\nconnection: close';
    const type = `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}`;
    socket.write(`${head}\r\nauthorization: Bearer ${token}\r\n${type}\r\n\r\n`);
    const half = payload.length >> 1;
    socket.write(payload.subarray(0, half));
    await expect.poll(uploads, patience).not.toEqual([]);
    server.child.kill('SIGTERM');
    const isOpen = () => fetch(`${server.url}/healthz`).then(Boolean, () => false);
    await expect.poll(isOpen, patience).toBe(false);
    socket.write(payload.subarray(half));
    const reply = await answer;
    expect(reply.split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
    expect(reply).toContain('"patient_id":"half way"');
    expect((await server.exit).code).toBe(0);
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
  });

  it('ends within its grace when an upload never ends, and charges nothing for it', async () => {
    const server = await start({ SHUTDOWN_GRACE_MS: '2000' });
    const token = await signInToDemo(server.url);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {});
    const { payload, headers } = analysisUpload(sampleOnDisk, 'never whole');
    const head = `POST /api/lung_segmentation/process/ HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}`;
    const type = `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}`;
    socket.write(`${head}\r\n${type}\r\n\r\n`);
    socket.write(payload.subarray(0, payload.length >> 1));
    await expect.poll(uploads, patience).not.toEqual([]);
    server.child.kill('SIGTERM');
    expect((await server.exit).code).toBe(0);
    socket.destroy();
    const next = await start();
    const bearer = { authorization: `Bearer ${await signInToDemo(next.url)}` };
    const reports = await fetch(`${next.url}/api/lung_segmentation/my-reports/?q=never`, { headers: bearer });
    expect(await reports.text()).not.toContain('never whole');
    next.child.kill('SIGTERM');
    await next.exit;
  });

  it('goes on when a session of its database is killed, as soon as that has recovered', async () => {
    const server = await start();
    const token = await signInToDemo(server.url);
    const client = new pg.Client({ connectionString: (await joinEmbedded(postgresFolder)).url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'second-read' LIMIT 1`,
    );
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    const headers = { authorization: `Bearer ${token}` };
    const status = async () => (await fetch(`${server.url}/api/trials/count/`, { headers })).status;
    const deadline = Date.now() + 120_000;
    do await sleep(100);
    while ((await status()) !== 200 && Date.now() < deadline);
    expect([await status(), server.child.exitCode]).toEqual([200, null]);
    server.child.kill('SIGTERM');
    expect((await server.exit).code).toBe(0);
    expect(findPostmaster(postgresFolder)).toBeUndefined();
  });

  it('leaves no database behind when it is told to end while it starts', async () => {
    const { child, exit } = spawnServer({ DATA_DIR: dataDir });
    while (findPostmaster(postgresFolder) === undefined) await sleep(10);
    child.kill('SIGTERM');
    await exit;
    expect(findPostmaster(postgresFolder)).toBeUndefined();
  });

  it('in production tells of no demo account and admits nobody by the one an earlier demo left', async () => {
    const random = (bytes: number) => randomBytes(bytes).toString('base64');
    const secrets = { JWT_SECRET: random(36), MEDIA_SECRET: random(36) };
    const { content: DATA_KEYS } = keptDataKeys(dataDir);
    const server = await start({ SECOND_READ_MODE: 'production', DATA_KEYS, ...secrets });
    const site = siteReply.parse(await (await fetch(`${server.url}/api/site/`)).json());
    expect(site).toMatchObject({ mode: 'production', demo_account: null });
    const reply = await fetch(`${server.url}/api/accounts/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'Demo-Reader-2026' }),
    });
    expect([reply.status, errorReply.parse(await reply.json()).code]).toEqual([401, 'invalid_credentials']);
    server.child.kill('SIGTERM');
    await server.exit;
  });

  it('says in one line that its port is taken, and leaves no database behind', async () => {
    const other = mkdtempSync(join(tmpdir(), 'second-read-port-'));
    const server = await start();
    const { port } = new URL(server.url);
    const { code, stderr } = await spawnServer({ DATA_DIR: other, PORT: port }).exit;
    expect(code).toBe(1);
    expect(stderr.split('\n')).toHaveLength(1);
    expect(stderr).toContain('set PORT to a free one');
    expect(findPostmaster(join(other, 'postgres'))).toBeUndefined();
    rmSync(other, { recursive: true, force: true });
  });

  it('says in one line what a configuration lacks', async () => {
    const { code, stderr } = await spawnServer({ DATA_DIR: dataDir, SECOND_READ_MODE: 'production' }).exit;
    expect(code).toBe(1);
    expect(stderr.split('\n')).toHaveLength(1);
    expect(stderr).toContain('JWT_SECRET');
  });
});
