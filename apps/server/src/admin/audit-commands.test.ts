import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keepHeads } from '../modules/audit/index.ts';
import { makeDataKey } from '../platform/crypto/key-ring.ts';
import { openOffHost } from '../platform/off-host/open-off-host.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runAdmin } from './run-admin.ts';

const elsewhere = mkdtempSync(join(tmpdir(), 'second-read-elsewhere-'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const username of ['ada', 'eve', 'ben']) await server.signIn(username);
});
afterAll(async () => {
  await server.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

async function verify(options: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  const said: string[] = [];
  const { database, dataDir } = server.context.config;
  const status = await runAdmin(['audit', 'verify', ...options], {
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.kind === 'url' ? database.url : '',
      ...environment,
    },
  });
  return { status, said: said.join('\n') };
}

/** What a server does that runs with AUDIT_HEADS_URL, until it has kept one record more. */
async function keepInFolder(folder: string): Promise<void> {
  const kept = () => readdirSync(elsewhere, { recursive: true }).length;
  const before = kept();
  const stop = keepHeads(server.context, { place: openOffHost({ kind: 'folder', folder }), minutes: 60 });
  await vi.waitFor(() => expect(kept()).toBeGreaterThan(before), 60_000);
  stop();
}

/** As the database's owner: the trail as it was before `act`, heads and all. */
async function puttingBack(act: () => Promise<unknown>): Promise<void> {
  const { pool } = server.context;
  await pool.query('CREATE TABLE events_before AS SELECT * FROM audit_events');
  await pool.query('CREATE TABLE heads_before AS SELECT * FROM audit_heads');
  await act();
  await pool.query('ALTER TABLE audit_events DISABLE TRIGGER ALL');
  await pool.query('DELETE FROM audit_events; INSERT INTO audit_events SELECT * FROM events_before');
  await pool.query('DELETE FROM audit_heads; INSERT INTO audit_heads SELECT * FROM heads_before');
  await pool.query('ALTER TABLE audit_events ENABLE TRIGGER ALL');
  await pool.query('DROP TABLE events_before, heads_before');
}

describe('the ends of the chains, kept elsewhere on schedule', () => {
  it('show an old state that was put back whole, which nothing else does', async () => {
    const folder = join(elsewhere, 'kept');
    const AUDIT_HEADS_URL = pathToFileURL(folder).href;
    await puttingBack(async () => {
      await server.signIn('ada');
      await keepInFolder(folder);
    });
    expect(await verify()).toMatchObject({
      status: 0,
      said: expect.stringContaining('off-host records'),
    });
    const found = await verify([], { AUDIT_HEADS_URL });
    expect(found).toMatchObject({ status: 1, said: expect.stringContaining('is cut off') });
    expect((await verify(['--against', folder])).status).toBe(1);
    // The chain goes on over the gap, and what was there is missed all the same.
    await server.signIn('ada');
    expect((await verify([], { AUDIT_HEADS_URL })).said).toContain('not the entry that was there');
    rmSync(folder, { recursive: true });
    await keepInFolder(folder);
    expect(await verify([], { AUDIT_HEADS_URL })).toMatchObject({
      status: 0,
      said: expect.stringContaining('compared with 1 off-host records'),
    });
  });

  it('are believed as they were sealed and not otherwise', async () => {
    const file = join(elsewhere, 'saved.json');
    expect((await verify(['--save', file])).status).toBe(0);
    expect((await verify(['--against', file])).status).toBe(0);
    const saved = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...saved, heads: saved.heads.slice(1) }));
    expect(await verify(['--against', file])).toMatchObject({
      status: 1,
      said: expect.stringContaining('not as it was sealed'),
    });
    expect((await verify(['--against', join(elsewhere, 'nowhere')])).status).toBe(1);
  });

  it('are posted to a webhook, whose files are then compared with', async () => {
    const received: string[] = [];
    const receiver = createServer(async (request, reply) => {
      const isKnown = request.headers.authorization === 'Bearer secret-of-both';
      if (isKnown) received.push(await text(request));
      reply.writeHead(isKnown ? 204 : 401).end();
    }).listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(receiver.listening).toBe(true), 60_000);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/heads`;
    const stranger = openOffHost({ kind: 'webhook', url, token: null });
    await expect(stranger.keep('a.json', '{}')).rejects.toThrow('401');
    const place = openOffHost({ kind: 'webhook', url, token: 'secret-of-both' });
    keepHeads(server.context, { place, minutes: 60 })();
    await vi.waitFor(() => expect(received).toHaveLength(1), 60_000);
    receiver.close();
    const file = join(elsewhere, 'received.jsonl');
    writeFileSync(file, received.join(''));
    expect((await verify(['--against', file])).status).toBe(0);
    expect((await verify([], { AUDIT_HEADS_URL: url })).said).toContain('--against');
  });
});

describe('a key that is missing', () => {
  it('is told from tampering, and no new one is made for it', async () => {
    const lost = join(elsewhere, 'lost');
    const judged = await verify([], { DATA_DIR: lost });
    expect(judged.status).toBe(1);
    expect(judged.said).toContain(`data key ${server.context.config.keys[0].id}, which is not in DATA_KEYS`);
    expect(judged.said).not.toContain('tampered');
    expect(readdirSync(lost)).not.toContain('data.key');
    expect((await verify([], { DATA_KEYS: makeDataKey() })).said).toContain('not verified');
  });
});
