import { everyReportQuery } from '../../apps/contract/src/reports.ts';
import type { AppContext } from '../../apps/server/src/context.ts';
import { searchedRows } from '../../apps/server/src/modules/reports/lists/every-report.ts';
import { worklistPage } from '../../apps/server/src/modules/reviews/worklist-page.ts';
import { databaseOn } from '../../apps/server/src/platform/database/open.ts';
import { createLogger } from '../../apps/server/src/platform/log/logger.ts';
import type { Finding } from '../measure.ts';
import type { FilledArchive } from './fill-archive.ts';
import { measureStatements, type Statement } from './searches.ts';

/** Reports, their facets and all that a search looks up; a page of the worklist. */
const limitMs = 50;
const now = new Date();
type Tools = Parameters<typeof searchedRows>[2];

const everyReport = [
  ['no search', {}],
  ['words of a conclusion', { q: 'nodule' }],
  ['a patient', { q: 'PAT-7919000' }],
  ['a part of many patient IDs', { q: '12' }],
  ['an old patient', { q: 'FIRST-EVER' }],
  ['days', { from: '2026-01-01', to: '2026-06-30' }],
] as const;

/** Server time of the list over all modules with its facets, and of the worklist with every report open. */
export async function measureLists(archive: FilledArchive): Promise<Finding[]> {
  const { organisationId, userIds } = archive;
  await fillReviews(archive);
  const measure = (name: string, statements: readonly Statement[]) =>
    measureStatements(name, statements, archive, limitMs);
  const findings: Finding[] = [];
  for (const [name, query] of everyReport) {
    for (const [of, scope, at] of scopes) {
      const caller = { organisationId, userId: userIds[at], role: 'reader', isDemo: false } as const;
      const asked = await askedOf(archive, (tools) =>
        searchedRows(everyReportQuery.parse({ scope, ...query }), caller, tools),
      );
      findings.push(await measure(`all modules, ${of}: ${name}`, asked));
    }
  }
  const whole = {
    ...{
      organisationId,
      userId: userIds[0],
      targets: { urgent: 30, finding: 240, open: 480, none: 1440 },
      limit: 50,
    },
    hidden: { first: [], twice: [], since: [] },
  };
  const lists = [
    ['all', whole],
    ['one module', { ...whole, module: 'cervix' }],
    ['overdue', { ...whole, isOverdue: true }],
    ['mine', { ...whole, readerId: userIds[0] }],
    ['hidden', { ...whole, hidden: { ...whole.hidden, first: ['lung'] } }],
  ] as const;
  for (const [name, search] of lists) {
    const asked = await askedOf(archive, ({ db }) => worklistPage(db, search, now));
    findings.push(await measure(`worklist: ${name}`, asked));
  }
  return findings;
}

const scopes = [
  ['all', 'all', 0],
  ['mine of many', 'my', 0],
  ['mine of few', 'my', 2],
] as const;

/** Every report is on the worklist, open; all but the newest thousandth have a signed version besides. */
async function fillReviews({ pool, reports, keys }: FilledArchive): Promise<void> {
  await pool.query('ALTER TABLE worklist DISABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO worklist (report_id, organisation_id, module, level, urgency, created_at)
     SELECT id, organisation_id, module, abs(hashtext(id)) % 4, abs(hashtext(id)) % 1000, created_at FROM reports`,
  );
  await pool.query(
    `INSERT INTO reviews (id, report_id, organisation_id, version, state, level, patient_key, content,
       signed_by, signed_at, created_at, updated_at)
     SELECT gen_random_uuid(), id, organisation_id, 1, 'signed', CASE WHEN abs(hashtext(id)) % 20 = 0 THEN 2 END,
       $1, repeat(md5(id), 20), user_id, created_at, created_at, created_at
     FROM (SELECT * FROM reports ORDER BY created_at OFFSET 0 LIMIT $2) AS older`,
    [keys[0].id, Math.floor(reports * 0.999)],
  );
  await pool.query('VACUUM ANALYZE worklist, reviews');
}

/** What the product asks the database for. */
async function askedOf(
  { pool, keys }: FilledArchive,
  ask: (tools: Tools) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = databaseOn(pool, (text, values) => void statements.push({ text, values }));
  const config = { keys } as unknown as AppContext['config'];
  await ask({ db, config, log: createLogger({ logLevel: 'silent' }), now: () => now });
  return statements;
}
