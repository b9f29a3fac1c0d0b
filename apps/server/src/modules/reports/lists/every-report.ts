import { manifests } from '@second-read/analyses/manifests';
import { type EveryReportQuery, everyReportQuery, everyReportReply } from '@second-read/contract/reports';
import { type App, type Caller, callerOf, clientOf } from '../../../calls/caller.ts';
import { requireRight } from '../../../calls/require-right.ts';
import { zoneOfSite } from '../../../config/site-time-zone.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import { readsFirst } from '../../reviews/index.ts';
import { seenBy } from '../hide-results.ts';
import { presentList } from '../present-report.ts';
import { findReports } from '../reports.repository.ts';
import type { ListTools } from '../unreadable-report.ts';
import { type FacetRow, facetRows } from './every-report-rows.ts';
import { examinedOn } from './exam-days.ts';
import { facetCounts, narrowed } from './facet-counts.ts';
import { sayingPart } from './saying-part.ts';
import { idsByPatient } from './search-reports.ts';

/** GET /api/reports/: one list over all modules; the trail names each report shown. */
export function everyReport(app: App, context: AppContext): void {
  const schema = {
    tags: ['reports'],
    summary: 'The reports of all modules, newest first, with what they can be narrowed by',
    querystring: everyReportQuery,
    response: { 200: everyReportReply },
  };
  app.get('/api/reports/', { schema }, async (request) => {
    const { query } = request;
    const caller = callerOf(request);
    if (query.scope === 'all') requireRight(caller, 'read');
    const { rows, areAll } = await searchedRows(query, caller, context);
    const left = narrowed(rows, query);
    const { page, page_size: size } = query;
    const ids = left.slice((page - 1) * size, page * size).map(({ id }) => id);
    const seen = await seenBy(caller, await findReports(context, ids), context);
    const details = { scope: query.scope === 'my' ? 'mine' : 'all', page, reports: ids };
    const from = clientOf(request);
    await recordAudit(context.db, { action: 'reports.listed', by: caller, from, details }, context);
    return {
      ...{ count: left.length, has_more: !areAll, page, page_size: size },
      results: presentList(seen, caller, context),
      facets: facetCounts(rows, query),
    };
  });
}

const levelOpen = 1;

/** Of each module, reports whose patient is searched for: a part that more have says nothing. */
const namedAtMost = 300;

type Searcher = Pick<Caller, 'organisationId' | 'userId' | 'role' | 'isDemo'>;

/** Reports that the search and the days leave, without their facets; `areAll`: no older ones may be left. */
export async function searchedRows(
  query: EveryReportQuery,
  caller: Searcher,
  context: ListTools & Pick<AppContext, 'now'>,
) {
  const { organisationId, userId } = caller;
  const own = query.scope === 'my' ? userId : undefined;
  const hidden = await hiddenFrom(caller, context);
  const named = query.q.trim() === '' ? null : await idsOfPatients(query, { organisationId, own }, context);
  const ofPatients = named?.ids ?? null;
  const zone = zoneOfSite(context.config.siteTimeZone);
  const scope = { organisationId, userId: own, query, ofPatients, hidden };
  const { rows: found, areAll } = await facetRows(context.db, {
    ...scope,
    ...{ now: context.now(), zone },
  });
  const worded = await sayingPart(found, query.q, context);
  const isOfDays = query.exam_from !== undefined || query.exam_to !== undefined;
  const rows = isOfDays ? await examinedOn(worded, query, context) : worded;
  // How urgent a hidden result is would be half of it.
  const isOpen = ({ module, state }: FacetRow) =>
    hidden.includes(module) && (state === 'preliminary' || state === 'in_review');
  return {
    rows: rows.map((row) => (isOpen(row) ? { ...row, level: levelOpen } : row)),
    areAll: areAll && !named?.isCut,
  };
}

async function hiddenFrom(caller: Searcher, { db }: ListTools) {
  const all = await Promise.all(
    manifests.map(async ({ id }) => [id, await readsFirst(db, caller, id)] as const),
  );
  return all.flatMap(([id, isHidden]) => (isHidden ? [id] : []));
}

async function idsOfPatients(
  { q, module }: EveryReportQuery,
  { organisationId, own }: { organisationId: string; own: string | undefined },
  context: ListTools,
): Promise<{ readonly ids: readonly string[]; readonly isCut: boolean }> {
  const patientPart = q.replaceAll('\0', '\uFFFD');
  const searched = manifests.filter(({ id }) => module === undefined || id === module);
  const found = await Promise.all(
    searched.map(({ id }) => {
      const search = { module: id, organisationId, patientPart };
      return idsByPatient(own === undefined ? search : { ...search, userId: own }, context, namedAtMost);
    }),
  );
  return { ids: [...found.flat(), q.trim()], isCut: found.some(({ length }) => length === namedAtMost) };
}
