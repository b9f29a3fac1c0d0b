import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataKey, parseKeyRing } from '../../apps/server/src/platform/crypto/key-ring.ts';
import { openDatabase } from '../../apps/server/src/platform/database/open.ts';
import { type Archive, writeReports } from './write-reports.ts';

type Pool = Awaited<ReturnType<typeof openDatabase>>['pool'];

export interface FilledArchive extends Archive {
  readonly pool: Pool;
}

/**
 * A migrated database with the archive in it. Indexes are made afterwards: what they are like is the same.
 */
export async function fillArchive(url: string, folder: string, reports: number): Promise<FilledArchive> {
  const { pool } = await openDatabase(url);
  const userIds = [randomUUID(), randomUUID(), randomUUID()] as const;
  const archive = { reports, organisationId: randomUUID(), userIds, keys: parseKeyRing(makeDataKey()) };
  const file = join(folder, 'reports.tsv');
  const started = performance.now();
  const say = (what: string) =>
    console.error(`${Math.round((performance.now() - started) / 1000)} s: ${what}`);
  await makeAccounts(pool, archive);
  await writeReports(file, archive);
  say('the reports are written');
  // The analyses of a million reports would say nothing about searching them.
  await pool.query('ALTER TABLE reports DROP CONSTRAINT reports_analysis_id_analyses_id_fk');
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(indexesOfReports);
  for (const { name } of indexes) await pool.query(`DROP INDEX ${name}`);
  await pool.query(`COPY reports (id, analysis_id, organisation_id, user_id, module, patient_id, patient_key, patient_digest,
    search_tokens, wire, images, study, scores, candidates, conclusion, created_at, updated_at) FROM '${file}'`);
  await rm(file);
  say('they are in the table');
  for (const { name, definition } of indexes) {
    await pool.query(definition);
    say(name);
  }
  await pool.query('VACUUM ANALYZE reports');
  say('analysed');
  return { ...archive, pool };
}

const indexesOfReports = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index i
  WHERE indrelid = 'reports'::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`;

async function makeAccounts(pool: Pool, { organisationId, userIds }: Archive): Promise<void> {
  await pool.query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [organisationId, 'Large']);
  for (const id of userIds) {
    await pool.query(
      `INSERT INTO users (id, organisation_id, username, email, full_name, password_hash)
       VALUES ($1, $2, $3, $4, 'Reader', 'none')`,
      [id, organisationId, id, `${id}@bench.example`],
    );
  }
}
