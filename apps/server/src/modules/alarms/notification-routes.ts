import { urgencyOf } from '@second-read/analyses/stored-reading';
import {
  type Notification,
  type NotificationsReply,
  notificationCount,
  notificationsReply,
  readRequest,
} from '@second-read/contract/alarms';
import type { FastifyRequest } from 'fastify';
import { type App, type Caller, callerOf, clientOf } from '../../calls/caller.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { orUnreadable, unreadableWords } from '../../platform/log/or-unreadable.ts';
import { recordAudit } from '../audit/index.ts';
import { findStoredReports, type StoredReport, seenBy, unreadable } from '../reports/index.ts';
import { countUnread, markRead, notificationsOf } from './alarms.repository.ts';

const shownAtMost = 50;
const countedTo = 100;
/** Where a reader gives an opinion first: told is neither what was found nor how urgent it is. */
const hiddenWords = 'A report waits to be read first';

/** `/api/notifications/`: what the caller was notified of, each account for itself. */
export function notificationRoutes(app: App, context: AppContext): void {
  const tags = ['notifications'];
  const { db } = context;
  const counting = {
    tags,
    summary: "How many of the caller's are unread",
    response: { 200: notificationCount },
  };
  app.get('/api/notifications/count/', { schema: counting }, async (request) => ({
    unread: await countUnread(db, readerOf(request).userId, countedTo),
  }));
  const listing = {
    tags,
    summary: 'Urgent results, the newest first',
    response: { 200: notificationsReply },
  };
  app.get('/api/notifications/', { schema: listing }, (request) => list(request, context));
  const marking = {
    tags,
    summary: 'Marks notifications as read, or as unread again; all where none are named',
    body: readRequest,
    response: { 200: notificationCount },
  };
  app.post('/api/notifications/read/', { schema: marking }, async (request) => {
    const { userId } = readerOf(request);
    const { report_ids: reportIds, read } = request.body;
    await markRead(db, userId, { reportIds, readAt: read ? context.now() : null });
    return { unread: await countUnread(db, userId, countedTo) };
  });
}

function readerOf(request: FastifyRequest): Caller {
  const caller = callerOf(request);
  requireRight(caller, 'read');
  return caller;
}

/** The trail names each report that is shown. */
async function list(request: FastifyRequest, context: AppContext): Promise<NotificationsReply> {
  const { db, log } = context;
  const caller = readerOf(request);
  const rows = await notificationsOf(db, caller.userId, shownAtMost);
  const ids = rows.map(({ alarm }) => alarm.reportId);
  const stored = await seenBy(caller, await findStoredReports(context, ids), context);
  const reportOf = new Map(stored.map((each) => [each.report.id, each]));
  const items = rows.flatMap(({ notification, alarm }): Notification[] => {
    const found = reportOf.get(alarm.reportId);
    if (!found) return [];
    const item = (of: StoredReport) => itemOf(of, { notification, alarm });
    return [
      orUnreadable(
        alarm.reportId,
        log,
        () => item(found),
        () => item(unreadable(found)),
      ),
    ];
  });
  const event = { action: 'notifications.listed', by: caller, from: clientOf(request) } as const;
  if (ids.length > 0) await recordAudit(db, { ...event, details: { reports: ids } }, context);
  return { items };
}

type Row = Awaited<ReturnType<typeof notificationsOf>>[number];

function itemOf(
  { report, isHidden, isUnreadable }: StoredReport,
  { notification, alarm }: Row,
): Notification {
  const words = isUnreadable ? unreadableWords.finding : urgencyOf(report.reading).words;
  return {
    report_id: alarm.reportId,
    module: alarm.module,
    patient_id: report.patientId,
    finding: isHidden ? hiddenWords : words,
    reason: isHidden ? 'read_first' : alarm.reason,
    score: isHidden ? null : alarm.score,
    threshold: isHidden ? null : alarm.threshold,
    created_at: notification.createdAt.toISOString(),
    read_at: notification.readAt?.toISOString() ?? null,
  };
}
