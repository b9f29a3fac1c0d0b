import { Readable } from 'node:stream';
import { moduleOf } from '@second-read/analyses/catalogue';
import { manifests } from '@second-read/analyses/manifests';
import { anyReadingOf } from '@second-read/analyses/stored-reading';
import { historyExportQuery } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { byteOrderMark, csvLine } from '@second-read/core/encode/csv/csv-cell';
import {
  columnsOf,
  reportTableHead,
  reportTableLine,
  type TabledReport,
} from '@second-read/core/encode/csv/report-table';
import { type App, type Caller, type ClientInfo, callerOf, clientOf } from '../../../calls/caller.ts';
import type { AppContext } from '../../../context.ts';
import { orUnreadable, unreadableWords } from '../../../platform/log/or-unreadable.ts';
import { recordAudit } from '../../audit/index.ts';
import { seenBy } from '../hide-results.ts';
import type { PagePosition } from '../lists/report-search.ts';
import { reportsOfPage } from '../lists/search-reports.ts';
import type { StoredReport } from '../reports.repository.ts';
import { storedDocument } from './stored-document.ts';
import { verificationOf } from './stored-record.ts';

const batch = 100;
/** A table of more is no longer read by people. */
const exportedAtMost = 10_000;

interface History {
  readonly module: AnalysisId;
  readonly scope: 'mine' | 'all';
  readonly q: string;
}

/** GET /api/{module}/my-reports/export/ and …/all-reports/export/: the history as CSV, newest first. */
export function exportHistory(app: App, context: AppContext): void {
  for (const { apiPath, id: module } of manifests) {
    for (const [path, scope] of [['my-reports', 'mine'] as const, ['all-reports', 'all'] as const]) {
      const schema = {
        tags: [apiPath],
        summary: `The history as CSV: the newest ${exportedAtMost} reports`,
        querystring: historyExportQuery,
        produces: ['text/csv'],
      };
      app.get(`/api/${apiPath}/${path}/export/`, { schema }, async (request, reply) => {
        const history = { module, scope, q: request.query.q };
        const lines = linesOf(history, callerOf(request), clientOf(request), context);
        return reply
          .header('content-disposition', `attachment; filename="${module}-${path}.csv"`)
          .type('text/csv; charset=utf-8')
          .send(Readable.from(lines, { objectMode: false }));
      });
    }
  }
}

/** The trail names each batch of reports before it is sent. */
async function* linesOf(history: History, caller: Caller, from: ClientInfo, context: AppContext) {
  let columns: ReturnType<typeof columnsOf> | undefined;
  let after: PagePosition | undefined;
  for (let number = 1; number <= exportedAtMost / batch; number += 1) {
    const all = await batchOf(history, after, caller, context);
    after = all.at(-1)?.report;
    // A line without its result would read as if nothing was found.
    const rows = (await seenBy(caller, all, context)).filter(({ isHidden }) => !isHidden);
    const lines = rows.map((row) =>
      orUnreadable<TabledReport | UnreadableLine>(
        row.report.id,
        context.log,
        () => (row.isUnreadable ? unreadableLine(row) : tabledReport(row)),
        () => unreadableLine(row),
      ),
    );
    const { module, scope } = history;
    const details = { module, scope, format: 'csv', reports: rows.map(({ report }) => report.id) };
    await recordAudit(context.db, { action: 'reports.exported', by: caller, from, details }, context);
    if (columns === undefined) {
      const first = lines.find((line) => 'document' in line);
      columns = first ? columnsOf(first.document) : { findings: [], rows: [] };
      yield byteOrderMark + reportTableHead(columns);
    }
    const known = columns;
    yield lines
      .map((line) => ('document' in line ? reportTableLine(line, known) : csvLine(line.cells)))
      .join('');
    if (all.length < batch) return;
  }
}

interface UnreadableLine {
  readonly cells: readonly string[];
}

function unreadableLine({ report, author }: StoredReport): UnreadableLine {
  const { id, createdAt } = report;
  return {
    cells: [id, unreadableWords.patientId, createdAt.toISOString(), author.fullName, unreadableWords.finding],
  };
}

function tabledReport(stored: StoredReport): TabledReport {
  const { module } = stored.report;
  const { coding } = moduleOf(module);
  return {
    document: storedDocument(stored),
    reading: anyReadingOf(stored.report.reading),
    coding,
    ...(stored.review && { verification: verificationOf(stored.review) }),
  };
}

async function batchOf(
  { module, scope, q }: History,
  after: PagePosition | undefined,
  { organisationId, userId }: Caller,
  context: AppContext,
): Promise<StoredReport[]> {
  const search = { module, organisationId, patientPart: q.replaceAll('\0', '\uFFFD') };
  const whose = scope === 'mine' ? { ...search, userId } : search;
  return reportsOfPage(whose, { number: 1, size: batch, after }, context);
}
