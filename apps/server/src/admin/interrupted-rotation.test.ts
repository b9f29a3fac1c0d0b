import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConfig } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { requireDataKeys } from '../modules/patients/index.ts';
import { openBlobs } from '../platform/blobs/open-blobs.ts';
import { makeDataKey } from '../platform/crypto/key-ring.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runAdmin } from './run-admin.ts';
import { namedBlobs, seed } from './seeded-server.test-support.ts';

/** More of them in `npm run test:trust`. */
const kills = Number(process.env.SECOND_READ_ROTATION_KILLS ?? 3);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '100' } });
  await seed(server);
}, 120_000);
afterAll(() => server.close());

function environmentOf(keys: string): Record<string, string> {
  const { database, dataDir } = server.context.config;
  return { DATA_DIR: dataDir, DATABASE_URL: database.kind === 'url' ? database.url : '', DATA_KEYS: keys };
}

/** Rotates in a separate process. Returns the signal that ended it, and how many steps it took. */
async function rotate(keys: string, moment: number): Promise<{ signal: string | null; steps: number }> {
  const script = join(import.meta.dirname, 'rotation-to-kill.fixture.ts');
  const env = { ...process.env, ...environmentOf(keys) };
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(moment)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<string | null>((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  const said = await text(child.stdout);
  return { signal: await ended, steps: Number(said) };
}

/** The server's parts with other keys. */
async function withKeys(keys: string) {
  const config = createConfig(readEnvironment(environmentOf(keys)));
  return { db: server.context.db, config, blobs: await openBlobs(config) };
}

const idOf = (keys: string) => createConfig(readEnvironment(environmentOf(keys))).keys[0].id;

/** As a server with that key does with its next entry: the trail alone must not be why a start is refused. */
async function writeTrailUnder(keys: string): Promise<void> {
  await server.context.pool.query('UPDATE audit_heads SET key_id = $1', [idOf(keys)]);
}

async function admin(args: readonly string[], keys: string) {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const status = await runAdmin(args, { say, complain: say, environment: environmentOf(keys) });
  return { status, said: said.join('\n') };
}

it('a rotation killed at any moment loses nothing, and a start with the new key alone is refused until it is complete', async () => {
  const before = await namedBlobs(server.context);
  expect(before.map(([, content]) => content)).not.toContain('missing');
  let older = readFileSync(join(server.context.config.dataDir, 'data.key'), 'utf8').trim();
  // A whole one first, for the number of its steps.
  const first = makeDataKey();
  const { steps, signal } = await rotate(`${first} ${older}`, 0);
  expect([signal, steps > before.length]).toEqual([null, true]);
  older = first;
  let refused = kills;
  for (let kill = 1; kill <= kills; kill += 1) {
    const newer = makeDataKey();
    const moment = Math.max(1, Math.round((steps * (kill - 0.5)) / kills));
    const both = `${newer} ${older}`;
    expect([moment, (await rotate(both, moment)).signal]).toEqual([moment, 'SIGKILL']);
    await writeTrailUnder(newer);
    const start = await requireDataKeys(await withKeys(newer)).catch((error: unknown) => String(error));
    if (start === undefined) {
      // Killed in the last pass, which found nothing left to do.
      expect(await namedBlobs(await withKeys(newer))).toEqual(before);
      refused -= 1;
    } else expect(start).toContain(`under the data key ${idOf(older)}, which is not there`);
    await requireDataKeys(await withKeys(both));
    expect(await namedBlobs(await withKeys(both))).toEqual(before);
    expect(await admin(['keys', 'rotate'], both)).toMatchObject({ status: 0 });
    await requireDataKeys(await withKeys(newer));
    expect(await namedBlobs(await withKeys(newer))).toEqual(before);
    older = newer;
  }
  expect(refused).toBeGreaterThanOrEqual(kills - 1);
  const { pool } = server.context;
  const columns = await pool.query(
    `SELECT table_name AS of, column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name LIKE '%\\_key' AND data_type = 'text'`,
  );
  for (const { of, name } of columns.rows.filter((each) => /^(patient|totp)_key$/.test(each.name))) {
    const { rows } = await pool.query(`SELECT DISTINCT ${name} AS id FROM ${of} WHERE ${name} IS NOT NULL`);
    expect([of, rows]).toEqual([of, [{ id: idOf(older) }]]);
  }
}, 600_000);
