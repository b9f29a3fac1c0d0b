import { everyReportQuery } from '../../apps/contract/src/reports.ts';

import { facetRows } from '../../apps/server/src/modules/reports/lists/every-report-rows.ts';
import { worklistPage } from '../../apps/server/src/modules/reviews/worklist-page.ts';
import { databaseOn } from '../../apps/server/src/platform/database/open.ts';
import type { Finding } from '../measure.ts';
import type { FilledArchive } from './fill-archive.ts';
import { measureStatements, type Statement } from './searches.ts';

/** Counts of the facets and a search in the words of the conclusions; a page of the worklist. */
const limitMs = 50;
const now = new Date();

const everyReport = [
  ['no search', {}],
  ['words of a conclusion', { q: 'nodule' }],
  ['days', { from: '2026-01-01', to: '2026-06-30' }],
] as const;

/** Server time of the list over all modules with its facets, and of the worklist with every report open. */
export async function measureLists(archive: FilledArchive): Promise<Finding[]> {
  const { pool, organisationId, userIds } = archive;
  await pool.query(`ALTER TABLE worklist DISABLE TRIGGER USER`);
  await pool.query(
    `INSERT INTO worklist (report_id, organisation_id, module, level, urgency, created_at)
     SELECT id, organisation_id, module, abs(hashtext(id)) % 4, abs(hashtext(id)) % 1000, created_at FROM reports`,
  );
  await pool.query('VACUUM ANALYZE worklist');
  const measure = (name: string, statements: readonly Statement[]) =>
    measureStatements(name, statements, archive, limitMs);
  const findings: Finding[] = [];
  for (const [name, query] of everyReport) {
    for (const userId of [undefined, userIds[2]]) {
      const wanted = {
        ...{ organisationId, userId, hidden: [], now, zone: 'UTC' },
        query: everyReportQuery.parse({ scope: 'all', ...query }),
        ofPatients: 'q' in query ? [] : null,
      };
      const asked = await askedOf(archive, (db) => facetRows(db, wanted));
      findings.push(await measure(`all modules, ${userId ? 'mine of few' : 'all'}: ${name}`, asked));
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
    const asked = await askedOf(archive, (db) => worklistPage(db, search, now));
    findings.push(await measure(`worklist: ${name}`, asked));
  }
  return findings;
}

async function askedOf(
  { pool }: FilledArchive,
  ask: (db: ReturnType<typeof databaseOn>) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  await ask(databaseOn(pool, (text, values) => void statements.push({ text, values })));
  return statements;
}
