import type { AppContext } from '../../apps/server/src/context.ts';
import { listReports } from '../../apps/server/src/modules/reports/lists/search-reports.ts';
import { databaseOn } from '../../apps/server/src/platform/database/open.ts';
import { createLogger } from '../../apps/server/src/platform/log/logger.ts';
import { type Finding, median } from '../measure.ts';
import type { FilledArchive } from './fill-archive.ts';

const rounds = 7;
/** The first page of any search, at the database. */
const limitMs = 20;

type Search = Parameters<typeof listReports>[0];
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const parts: readonly (readonly [string, string])[] = [
  ['no search', ''],
  ['one character, in all new IDs', 'p'],
  ['one character, in old IDs alone', 'o'],
  ['one character, in half', '7'],
  ['two characters, in many', '12'],
  ['two characters, in old IDs alone', 'ol'],
  ['three characters, in few', '987'],
  ['three characters, once, the oldest', 'fir'],
  ['a whole ID', 'PAT-7919000'],
  ['a whole ID, once, the oldest', 'FIRST-EVER'],
  ['four characters, in all new IDs', 'PAT-'],
  ['four characters, in old IDs alone', 'OLD/'],
  ['five characters, in few', '98765'],
  ['no match, one character', 'q'],
  ['no match, three characters', 'zzz'],
  ['no match of known parts', 'TAP-'],
];

/** Server time of the first page and of the count beside it, for every search, module and scope. */
export async function measureSearches(archive: FilledArchive): Promise<Finding[]> {
  const { organisationId, userIds } = archive;
  const findings: Finding[] = [];
  const scopes = [
    ['all, lung', { organisationId, module: 'lung' }],
    ['all, cervix', { organisationId, module: 'cervix' }],
    ['mine of many, lung', { organisationId, module: 'lung', userId: userIds[0] }],
    ['mine of a tenth, lung', { organisationId, module: 'lung', userId: userIds[1] }],
    ['mine of few, lung', { organisationId, module: 'lung', userId: userIds[2] }],
    ['all, breast', { organisationId, module: 'breast' }],
    ['all, brain-ct', { organisationId, module: 'brain-ct' }],
  ] as const;
  console.log('| search | list ms: best / median / first | count ms: best / median / first |');
  for (const [scope, of] of scopes) {
    for (const [name, patientPart] of parts) {
      findings.push(
        await measureOne(`${scope}: ${name}`, { ...of, patientPart }, { number: 1, size: 20 }, archive),
      );
    }
  }
  return [...findings, await deepPage(archive)];
}

/** Half a million reports down, by the report that stood last before. */
async function deepPage(archive: FilledArchive): Promise<Finding> {
  const { pool, organisationId, reports } = archive;
  const { rows } = await pool.query<{ id: string; createdAt: Date }>(
    `SELECT id, created_at AS "createdAt" FROM reports WHERE module = 'lung' ORDER BY created_at, id OFFSET $1 LIMIT 1`,
    [Math.floor(reports / 10)],
  );
  const search = { organisationId, module: 'lung', patientPart: '' } as const;
  return measureOne(
    'all, lung: a page half a million down, by its place',
    search,
    { number: 1, size: 20, after: rows[0] },
    archive,
  );
}

async function measureOne(
  name: string,
  search: Search,
  page: Parameters<typeof listReports>[1],
  archive: FilledArchive,
): Promise<Finding> {
  return measureStatements(name, await statementsOf(search, page, archive), archive, limitMs);
}

/** Server time of what the product asks for one list, its counts beside it. */
export async function measureStatements(
  name: string,
  statements: readonly Statement[],
  archive: FilledArchive,
  limitMs: number,
): Promise<Finding> {
  const list: number[] = [];
  const count: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let [listMs, countMs] = [0, 0];
    for (const statement of statements) {
      const ms = await serverMs(statement, archive);
      if (statement.text.includes('count(*)')) countMs += ms;
      else listMs += ms;
    }
    list.push(listMs);
    count.push(countMs);
  }
  const shown = (ms: number[]) =>
    [Math.min(...ms), median(ms), ms[0] ?? 0].map((each) => each.toFixed(1)).join(' / ');
  console.log(`| ${name} | ${shown(list)} | ${shown(count)} |`);
  const ours = Math.min(...list.map((ms, round) => ms + (count[round] ?? 0)));
  return {
    name,
    ours,
    against: 'limit',
    peer: limitMs,
    aim: `at most ${limitMs} ms`,
    isMet: ours <= limitMs,
  };
}

/** What the product asks the database for one page. */
async function statementsOf(
  search: Search,
  page: Parameters<typeof listReports>[1],
  { pool, keys }: FilledArchive,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = databaseOn(pool, (text, values) => void statements.push({ text, values }));
  const config = { keys } as unknown as AppContext['config'];
  await listReports(search, page, { db, config, log: createLogger({ logLevel: 'silent' }) });
  return statements;
}

/** Planning and execution, as PostgreSQL itself measures them. */
async function serverMs({ text, values }: Statement, { pool }: FilledArchive): Promise<number> {
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
  const [plan] = rows[0]['QUERY PLAN'];
  return plan['Planning Time'] + plan['Execution Time'];
}
