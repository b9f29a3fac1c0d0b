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
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { recordAudit } from '../../modules/audit/index.ts';
import { openBlobs } from '../../platform/blobs/open-blobs.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { createEmptyCopy } from '../../platform/database/test-database.ts';
import { analysisUpload } from '../../testing/multipart.ts';
import { onePixelPng } from '../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { runAdmin } from '../run-admin.ts';
import { analyse, namedBlobs, readBatch, seed } from '../seeded-server.test-support.ts';

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
  await useHostileNames();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Names with what ends a line for some programs, in a table and in the sealed trail. */
async function useHostileNames(): Promise<void> {
  const name = 'A\u2028B\u2029C\u0085D\rE\r\nF\vG\fH\u001c\u202e"\\n\ufeff😀';
  await server.context.pool.query(`UPDATE users SET full_name = $1 WHERE username = 'ben'`, [name]);
  const { rows } = await server.context.pool.query(
    `SELECT organisation_id FROM users WHERE username = 'ben'`,
  );
  const by = { userId: null, organisationId: rows[0].organisation_id };
  const event = { action: 'organisation.settings_changed', by, from: null, details: { name } } as const;
  await recordAudit(server.context.db, event, server.context);
}

interface Installation {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly keys?: string;
}

const keysOf = ({ context }: TestServer) =>
  readFileSync(join(context.config.dataDir, 'data.key'), 'utf8').trim();
const keysOfServer = () => keysOf(server);

function installationOf({ context }: TestServer): Installation {
  const { database, dataDir } = context.config;
  return { dataDir, databaseUrl: database.kind === 'url' ? database.url : '' };
}
const here = () => installationOf(server);

/** Every blob that the settled rows of an installation name, with its content. */
async function blobsAt({ dataDir, databaseUrl, keys }: Installation) {
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_KEYS: keys };
  const blobs = await openBlobs(createConfig(readEnvironment(environment)));
  const { pool, db } = await openDatabase(databaseUrl, { connections: 1 });
  try {
    return await namedBlobs({ db, blobs });
  } finally {
    await pool.end();
    await blobs.close();
  }
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

  it('of each night is in a new folder, and verified', async () => {
    const { status, said } = await admin(['backup', 'nightly', place('nights')]);
    expect(status).toBe(0);
    expect(said).toMatch(/ saved .*\n.* as written /);
    expect(readdirSync(place('nights'))).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{4}$/)]);
  });

  it('of exams, reviews, pictures taken by phone and documents gives back each of them', async () => {
    const full = await startTestServer({ environment: { UPLOAD_LIMIT: '100' } });
    const database = await createEmptyCopy();
    const there = { dataDir: place('data-of-all'), databaseUrl: database.url, keys: keysOf(full) };
    try {
      await seed(full);
      const made = await admin(['backup', 'make', place('all')], installationOf(full));
      expect(made).toMatchObject({ status: 0 });
      expect(await admin(['backup', 'restore', place('all')], there)).toMatchObject({ status: 0 });
      expect(await blobsAt(there)).toEqual(await namedBlobs(full.context));
      expect(await admin(['backup', 'make', place('all-again')], there)).toMatchObject({ status: 0 });
      expect(contentOf(place('all-again'))).toEqual(contentOf(place('all')));
    } finally {
      await database.drop();
      await full.close();
    }
  }, 120_000);

  it('is made beside a busy server, time after time, and holds every picture of what has ended', async () => {
    const busy = await startTestServer({ environment: { UPLOAD_LIMIT: '100000' } });
    const by = await busy.bearer('ada');
    let isOver = false;
    const load = Array.from({ length: 4 }, async (_, at) => {
      for (let round = 0; !isOver; round += 1) {
        if (at === 0) await readBatch(busy, by, 'exam', ['slice 1', 'slice 2', 'refuse']);
        else await analyse(busy, by, 'breast_segmentation', round % 2 === 0 ? 'refuse' : 'wait 5');
        await sleep(100);
      }
    });
    const databases: Awaited<ReturnType<typeof createEmptyCopy>>[] = [];
    try {
      for (const round of [1, 2]) {
        const made = await admin(['backup', 'make', place(`busy-${round}`)], installationOf(busy));
        expect(made).toMatchObject({ status: 0 });
        const database = await createEmptyCopy();
        databases.push(database);
        const there = { dataDir: place(`data-${round}`), databaseUrl: database.url, keys: keysOf(busy) };
        const restored = await admin(['backup', 'restore', place(`busy-${round}`)], there);
        expect(restored).toMatchObject({ status: 0 });
        const { pool } = await openDatabase(database.url, { connections: 1 });
        const { rows } = await pool.query(
          `SELECT count(*)::int AS n FROM analyses
           WHERE state IN ('queued', 'running') AND deadline_at > now() + interval '1 s'`,
        );
        await pool.end();
        expect(rows).toEqual([{ n: 0 }]);
        const missing = (await blobsAt(there)).filter(([, content]) => content === 'missing');
        expect(missing).toEqual([]);
      }
    } finally {
      isOver = true;
      await Promise.all(load);
      for (const database of databases) await database.drop();
      await busy.close();
    }
  }, 180_000);

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

    it('is refused in words where another version made it', async () => {
      rewrite((manifest) => ({ ...manifest, format: 1 }));
      expect(await refusal()).toMatch(
        /another format \(1; this version reads 2\): restore it with the version/,
      );
    });

    it('is refused without a seal, and sealed under a key of somebody else', async () => {
      rewrite(({ seal: _seal, ...manifest }) => withDigest(manifest));
      expect(await refusal()).toContain('another format');
      rewrite((manifest) => ({ ...manifest, seal: 'AAAA', sealedBy: '00000000' }));
      expect(await refusal()).toContain('needs the data key 00000000');
    });
  });
});
