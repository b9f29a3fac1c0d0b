import { urgencyOf } from '@second-read/analyses/stored-reading';
import type { TargetMinutes } from '@second-read/contract/settings';
import { type WorklistItem, worklistQuery, worklistReply } from '@second-read/contract/worklist';
import type { UrgencyLevel } from '@second-read/core/report/urgency';
import type { z } from 'zod';
import { type App, type Caller, callerOf, clientOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { orUnreadable, unreadableWords } from '../../platform/log/or-unreadable.ts';
import { recordAudit } from '../audit/index.ts';
import { signLink } from '../media/index.ts';
import { foldPatientId } from '../patients/index.ts';
import {
  examFields,
  findStoredReports,
  personFields,
  type StoredReport,
  seenBy,
  unreadable,
} from '../reports/index.ts';
import { hiddenModules, type Person, personsOf, type WorklistRow, worklistPage } from '../reviews/index.ts';
import { settingsOf } from '../settings/index.ts';
import { placeFrom, placeText } from './place.ts';

type Query = z.output<typeof worklistQuery>;

/** GET /api/worklist: what waits for a reader of the organisation; the trail names each report shown. */
export function worklistRoute(app: App, context: AppContext): void {
  const schema = {
    tags: ['reviews'],
    summary: 'Unsigned reports, the most urgent first, of equal ones the oldest; hidden results by age',
    querystring: worklistQuery,
    response: { 200: worklistReply },
  };
  app.get('/api/worklist/', { schema }, async (request) => {
    const caller = callerOf(request);
    const { settings } = await settingsOf(context.db, caller.organisationId);
    const targets = settings.target_minutes;
    const { items, last } = await foundItems(request.query, { caller, targets }, context);
    const details = { reports: items.map(({ report_id }) => report_id) };
    const event = { action: 'worklist.listed', by: caller, from: clientOf(request), details } as const;
    await recordAudit(context.db, event, context);
    return { items, next: last ? placeText(last) : null };
  });
}

/** So many rows are opened for one page of a search; the next page goes on behind them. */
const mostSearched = 3000;

/** A page, and the row behind which the next begins; undefined where there is none. */
async function foundItems(query: Query, reader: Reader, context: AppContext) {
  const part = foldPatientId((query.q ?? '').trim());
  const found: WorklistItem[] = [];
  let after = query.after;
  for (let searched = 0; ; ) {
    const rows = await rowsOf({ ...query, after }, reader, context);
    const items = await itemsOf(rows, reader, context);
    found.push(...items.filter((item) => part === '' || isNamed(item, part)));
    searched += rows.length;
    const last = rows.length === query.limit ? rows.at(-1) : undefined;
    if (part === '' || !last || found.length >= query.limit || searched >= mostSearched)
      return { items: found, last };
    after = placeText(last);
  }
}

function isNamed({ patient_id, patient_name, accession_number }: WorklistItem, part: string): boolean {
  const name = patient_name?.replaceAll(/[\^=]+/g, ' ');
  return [patient_id, name, accession_number].some((text) => text && foldPatientId(text).includes(part));
}

interface Reader {
  readonly caller: Caller;
  /** Of the caller's organisation. */
  readonly targets: TargetMinutes;
}

async function rowsOf(
  query: Query,
  { caller, targets }: Reader,
  { db, now }: Pick<AppContext, 'db' | 'now'>,
) {
  const { module, state, mine, unassigned, overdue, after, limit } = query;
  const { organisationId, userId } = caller;
  return worklistPage(
    db,
    {
      ...{ organisationId, userId, module, state, targets, limit },
      hidden: await hiddenModules(db, caller),
      readerId: mine === true ? userId : undefined,
      isUnassigned: unassigned,
      isOverdue: overdue,
      after: after === undefined ? undefined : placeFrom(after),
    },
    now(),
  );
}

async function itemsOf(
  rows: readonly WorklistRow[],
  { caller, targets }: Reader,
  context: AppContext,
): Promise<WorklistItem[]> {
  const { db, log } = context;
  const ids = rows.map(({ reportId }) => reportId);
  const seen = await seenBy(caller, await findStoredReports(context, ids), context);
  const stored = new Map(seen.map((each) => [each.report.id, each]));
  const personOf = await personsOf(
    db,
    rows.flatMap(({ holderId, assigneeId }) => [holderId, assigneeId]),
  );
  return rows.flatMap((row) => {
    const report = stored.get(row.reportId);
    const around = { caller, targets, personOf, context, now: context.now() };
    return report
      ? [
          orUnreadable(
            row.reportId,
            log,
            () => itemOf(row, report, around),
            () => itemOf(row, unreadable(report), around),
          ),
        ]
      : [];
  });
}

interface Around extends Reader {
  readonly personOf: (id: string | null) => Person;
  readonly now: Date;
  readonly context: AppContext;
}

/** What identifies a request in a list. */
function nameFields(exam: StoredReport['exam']) {
  const { patient_name, accession_number } = personFields(exam);
  return { ...(patient_name && { patient_name }), ...(accession_number && { accession_number }) };
}

const levels: readonly UrgencyLevel[] = ['none', 'open', 'finding', 'urgent'];

function itemOf(row: WorklistRow, stored: StoredReport, around: Around): WorklistItem {
  const { caller, personOf, now, context } = around;
  const { report, exam, batchId } = stored;
  const { original } = report.images;
  const isHeld = row.holderId !== null && row.heldUntil !== null && row.heldUntil > now;
  return {
    report_id: row.reportId,
    module: row.module,
    state: isHeld ? 'in_review' : (stored.review?.mark.state ?? 'preliminary'),
    version: row.version,
    patient_id: report.patientId,
    ...(report.patientGenerated && { patient_id_generated: true }),
    ...examFields(exam),
    ...nameFields(exam),
    created_at: row.createdAt.toISOString(),
    ...(stored.isHidden ? hiddenFields : resultFields(row, stored)),
    ...dueFields(row, stored.isHidden === true, around),
    reader: isHeld ? personOf(row.holderId) : null,
    mine: isHeld && row.holderId === caller.userId,
    assignee: row.assigneeId === null ? null : personOf(row.assigneeId),
    ...(original !== undefined && { picture_url: signLink(original, caller, context) }),
    assigned_to_me: row.assigneeId === caller.userId,
    waiting_seconds: Math.max(0, Math.floor((now.getTime() - row.createdAt.getTime()) / 1000)),
    source: batchId !== null ? 'series' : stored.isFromPacs ? 'pacs' : 'file',
  };
}

const levelOf = ({ level }: WorklistRow): UrgencyLevel => levels[level] ?? 'none';

function resultFields(row: WorklistRow, { report, isUnreadable }: StoredReport) {
  return {
    finding: isUnreadable ? unreadableWords.finding : urgencyOf(report.reading).words,
    urgency: { level: levelOf(row), value: row.urgency },
  };
}

const hiddenFields = {
  finding: 'Hidden until you give your opinion',
  urgency: { level: 'open', value: 0 },
  read_first: true,
} as const;

/** Of a hidden result neither place nor target time tells the urgency, which is half of it. */
function dueFields(row: WorklistRow, isHidden: boolean, { targets, now }: Around) {
  const minutes = targets[isHidden ? 'open' : levelOf(row)];
  const dueAt = new Date(row.createdAt.getTime() + minutes * 60_000);
  return { due_at: dueAt.toISOString(), is_overdue: dueAt < now };
}
