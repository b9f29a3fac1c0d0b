import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig } from '../apps/server/src/config/config.ts';
import { readEnvironment } from '../apps/server/src/config/environment.ts';
import { type AppContext, createContext } from '../apps/server/src/context.ts';
import { ensureAccount, ensureOrganisation } from '../apps/server/src/modules/accounts/index.ts';
import { patientColumns } from '../apps/server/src/modules/patients/index.ts';
import { listReports } from '../apps/server/src/modules/reports/search-reports.ts';
import { type Finding, median } from './measure.ts';

const reports = Number(process.env.BENCH_REPORTS ?? 1_000_000);
const perInsert = 5_000;
const rounds = 7;
/** The first page of any search, at the database. */
const limitMs = 20;

const queries: readonly (readonly [string, string])[] = [
  ['no search', ''],
  ['one character, in every ID', 'p'],
  ['one character, in some', '7'],
  ['two characters, in many', '12'],
  ['three characters, in few', '987'],
  ['a whole ID, the oldest', 'PAT-0000001'],
  ['a part of four, in every ID', 'PAT-'],
  ['a part of five, in few', '98765'],
  ['no match', 'zzz'],
  ['no match, one character', 'q'],
  ['no match of known parts', '0-TAP'],
];

/** Searching among as many sealed patient IDs as a large hospital has: one module of one organisation. */
export async function benchSearch(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-bench-'));
  const context = await createContext(
    createConfig(readEnvironment({ DATA_DIR: folder, LOG_LEVEL: 'error' })),
  );
  try {
    const organisationId = await ensureOrganisation({ name: 'Large', isDemo: false }, context);
    const account = { username: 'large', email: 'large@bench.example', fullName: 'Large', password: 'x' };
    const userId = await ensureAccount({ ...account, organisationId }, context);
    await fill(context.pool, { organisationId, userId }, context.config.keys);
    const findings: Finding[] = [];
    for (const [name, patientPart] of queries) {
      const search = { module: 'lung', organisationId, patientPart } as const;
      const times: number[] = [];
      let total = 0;
      for (let round = 0; round < rounds; round += 1) {
        const start = performance.now();
        ({ total } = await listReports(search, { number: 1, size: 20 }, context));
        times.push(performance.now() - start);
      }
      const ours = median(times);
      const aim = `at most ${limitMs} ms`;
      findings.push({
        name: `first page of 20 among ${reports.toLocaleString('en')} reports: ${name} (${total} counted)`,
        ours,
        against: 'aim',
        peer: limitMs,
        aim,
        isMet: ours <= limitMs,
      });
    }
    return findings;
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Keys = Parameters<typeof patientColumns>[2];

async function fill(
  pool: AppContext['pool'],
  of: { organisationId: string; userId: string },
  keys: Keys,
): Promise<void> {
  for (let first = 1; first <= reports; first += perInsert) {
    const rows = Array.from({ length: Math.min(perInsert, reports - first + 1) }, (_, index) => {
      const uuid = `00000000-0000-7000-8000-${String(first + index).padStart(12, '0')}`;
      const id = `lung-${uuid}`;
      const columns = patientColumns(`PAT-${String(first + index).padStart(7, '0')}`, { id, ...of }, keys);
      return { uuid, id, number: first + index, ...columns };
    });
    await pool.query(statement, [JSON.stringify(rows), of.organisationId, of.userId]);
  }
  await pool.query('VACUUM ANALYZE reports');
}

const statement = `
  WITH rows AS (
    SELECT * FROM json_to_recordset($1::json) AS r("uuid" uuid, "id" text, "number" int,
      "patientId" text, "patientKey" text, "patientDigest" text, "patientTokens" int[])
  ), made AS (
    INSERT INTO analyses (id, organisation_id, user_id, module, service_type, patient_id, patient_key, request_hash,
      state, charged, source_key, source_bytes, source_sha256, created_at, deadline_at)
    SELECT "uuid", $2, $3, 'lung', 'lung_segmentation', 'x', "patientKey", 'x', 'completed', true, 'x', 1, 'x', now(), now()
    FROM rows RETURNING id
  )
  INSERT INTO reports (id, analysis_id, organisation_id, user_id, module, patient_id, patient_key, patient_digest,
    patient_tokens, wire, images, study, scores, candidates, created_at, updated_at)
  SELECT rows."id", "uuid", $2, $3, 'lung', "patientId", "patientKey", "patientDigest", "patientTokens",
    '{"report_text": ["nodule:0"]}', '{"original": "a", "labels": "b"}', '{}', '{}', '[]',
    timestamptz '2020-01-01' + "number" * interval '1 minute', now()
  FROM rows JOIN made ON made.id = rows."uuid"`;
