import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openBlobs } from '../../platform/blobs/open-blobs.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { createEmptyCopy } from '../../platform/database/test-database.ts';
import { analysisUpload } from '../../testing/multipart.ts';
import { onePixelPng } from '../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { runAdmin } from '../run-admin.ts';

const folder = mkdtempSync(join(tmpdir(), 'second-read-backup-'));
const place = (name: string) => join(folder, name);
let server: TestServer;
let stored: { id: string };
beforeAll(async () => {
  server = await startTestServer();
  const bearer = await server.bearer('ada');
  // So that each organisation has a trail.
  await server.signIn('eve');
  const { payload, headers } = analysisUpload('picture', 'PAT-7 Ünal');
  const url = '/api/breast_segmentation/process/';
  const all = { ...headers, ...bearer };
  stored = (await server.app.inject({ method: 'POST', url, payload, headers: all })).json();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Installation {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly keys?: string;
}

const keysOfServer = () => readFileSync(join(server.context.config.dataDir, 'data.key'), 'utf8').trim();

function here(): Installation {
  const { database, dataDir } = server.context.config;
  return { dataDir, databaseUrl: database.kind === 'url' ? database.url : '' };
}

async function admin(args: readonly string[], { dataDir, databaseUrl, keys }: Installation = here()) {
  const said: string[] = [];
  const status = await runAdmin(args, {
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
    environment: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_KEYS: keys },
  });
  return { status, said: said.join('\n') };
}

/** The report's original picture, opened as the server opens it. */
async function pictureOf(report: string, { dataDir, databaseUrl, keys }: Installation): Promise<Buffer> {
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_KEYS: keys };
  const blobs = await openBlobs(createConfig(readEnvironment(environment)));
  const { pool } = await openDatabase(databaseUrl, { connections: 1 });
  try {
    const { rows } = await pool.query('SELECT images FROM reports WHERE id = $1', [report]);
    const found = await blobs.open(rows[0].images.original);
    return found ? await buffer(found.stream) : Buffer.alloc(0);
  } finally {
    await pool.end();
    await blobs.close();
  }
}

/** Every file of a backup but the moment it was made. Rows in any order: a restored table has its own. */
function contentOf(backup: string) {
  const files = readdirSync(backup, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const entries = files
    .filter(({ name }) => name !== 'manifest.json')
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const content = readFileSync(path);
      const isText = name.endsWith('.jsonl');
      return [
        path.slice(backup.length),
        isText ? content.toString().split('\n').toSorted() : content,
      ] as const;
    });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

describe('a backup', () => {
  it('brought into an empty installation gives back every row and every picture, and work goes on', async () => {
    expect(await admin(['backup', 'make', place('first')])).toMatchObject({ status: 0 });
    const database = await createEmptyCopy();
    const there = { dataDir: place('data'), databaseUrl: database.url, keys: keysOfServer() };
    try {
      expect(await admin(['backup', 'restore', place('first')], there)).toMatchObject({ status: 0 });
      expect(await admin(['backup', 'make', place('second')], there)).toMatchObject({ status: 0 });
      const [before, after] = [contentOf(place('first')), contentOf(place('second'))];
      expect(Object.keys(before).length).toBeGreaterThan(10);
      expect(after).toEqual(before);
      expect(await admin(['audit', 'verify'], there)).toMatchObject({ status: 0 });
      expect(await pictureOf(stored.id, there)).toEqual(onePixelPng);
    } finally {
      await database.drop();
    }
  });

  it('holds no picture and no patient ID in clear', async () => {
    await admin(['backup', 'make', place('sealed')]);
    for (const content of Object.values(contentOf(place('sealed')))) {
      const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content.join('\n'));
      expect(bytes.includes('PAT-7')).toBe(false);
      expect(bytes.includes(onePixelPng)).toBe(false);
    }
  });

  it('is refused where it is damaged, incomplete or without its key, and where there is something already', async () => {
    await admin(['backup', 'make', place('third')]);
    expect(await admin(['backup', 'make', place('third')])).toMatchObject({
      status: 1,
      said: expect.stringContaining('is not empty'),
    });
    expect(await admin(['backup', 'restore', place('third')])).toMatchObject({
      status: 1,
      said: expect.stringContaining('The database is not empty'),
    });
    const there = { dataDir: place('other'), databaseUrl: here().databaseUrl };
    expect((await admin(['backup', 'restore', place('third')], there)).said).toMatch(/needs the data key/);
    // A key made by the way would pass for the lost one at the next start.
    expect(existsSync(join(place('other'), 'data.key'))).toBe(false);
    expect((await admin(['backup', 'verify', place('third')])).status).toBe(0);
    appendFileSync(join(place('third'), 'tables', 'users.jsonl'), '\n');
    expect((await admin(['backup', 'verify', place('third')])).said).toMatch(/damaged: .*users/);
    rmSync(join(place('third'), 'tables', 'users.jsonl'));
    expect((await admin(['backup', 'verify', place('third')])).said).toMatch(/incomplete: .*users/);
    expect((await admin(['backup', 'verify', place('nowhere')])).said).toMatch(/There is no backup/);
  });

  describe('that somebody edited', () => {
    const users = () => join(place('edited'), 'tables', 'users.jsonl');
    const manifestFile = () => join(place('edited'), 'manifest.json');
    const refusal = async () => {
      const database = await createEmptyCopy();
      const there = { dataDir: place('data'), databaseUrl: database.url, keys: keysOfServer() };
      try {
        const verified = await admin(['backup', 'verify', place('edited')], there);
        const restored = await admin(['backup', 'restore', place('edited')], there);
        expect([verified.status, restored.status]).toEqual([1, 1]);
        const { pool } = await openDatabase(database.url, { connections: 1 });
        expect((await pool.query('SELECT 1 FROM users')).rowCount).toBe(0);
        await pool.end();
        return restored.said;
      } finally {
        await database.drop();
      }
    };
    beforeEach(async () => {
      rmSync(place('edited'), { recursive: true, force: true });
      await admin(['backup', 'make', place('edited')]);
      const changed = readFileSync(users(), 'utf8').replaceAll(
        '"role": "senior_reader"',
        '"role": "auditor"',
      );
      expect(changed).toContain('auditor');
      writeFileSync(users(), changed);
    });
    const rewrite = (change: (manifest: Record<string, unknown>) => unknown) =>
      writeFileSync(manifestFile(), JSON.stringify(change(JSON.parse(readFileSync(manifestFile(), 'utf8')))));
    const digestOfUsers = () => createHash('sha256').update(readFileSync(users())).digest('hex');
    const withDigest = (manifest: Record<string, unknown>) => ({
      ...manifest,
      tables: (manifest.tables as { name: string }[]).map((table) =>
        table.name === 'users' ? { ...table, sha256: digestOfUsers() } : table,
      ),
    });

    it('is refused by the digest of the file', async () => {
      expect(await refusal()).toMatch(/damaged: .*users/);
    });

    it('is refused by its seal where the digest was made to fit', async () => {
      rewrite(withDigest);
      expect(await refusal()).toContain('The backup was altered');
    });

    it('is refused without a seal, and sealed under a key of somebody else', async () => {
      rewrite(({ seal: _seal, ...manifest }) => withDigest(manifest));
      expect(await refusal()).toContain('another format');
      rewrite((manifest) => ({ ...manifest, seal: 'AAAA', sealedBy: '00000000' }));
      expect(await refusal()).toContain('needs the data key 00000000');
    });
  });
});
