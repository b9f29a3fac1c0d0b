import { alarmOfReport } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { hasRight } from '@second-read/core/roles/rights';
import type { AppContext, Executor } from '../../context.ts';
import { enabledAccounts } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { settingsOf } from '../settings/index.ts';
import { insertAlarm, insertMessages, insertNotifications } from './alarms.repository.ts';

interface NewReport {
  readonly id: string;
  readonly organisationId: string;
  readonly userId: string;
  readonly module: AnalysisId;
  readonly wire: WireFields;
  readonly reading?: unknown;
}

/**
 * Tells the organisation's readers of a new report where it alarms: within the transaction that stores it, so
 * that both are there or neither, and each receiver once.
 * @param seriesId of a slice that is read alone: its series alarms once
 */
export async function raiseAlarm(
  tx: Executor,
  report: NewReport,
  context: Pick<AppContext, 'now' | 'config' | 'messengers'>,
  seriesId: string | null,
): Promise<void> {
  const { organisationId, id: reportId, module } = report;
  const { settings } = await settingsOf(tx, organisationId);
  const alarm = alarmOfReport(report, settings.alarm_budgets[module]);
  if (alarm === null) return;
  const now = context.now();
  const isNew = await insertAlarm(tx, {
    reportId,
    organisationId,
    module,
    seriesId,
    createdAt: now,
    ...alarm,
  });
  if (!isNew) return;
  const accounts = await enabledAccounts(tx, organisationId);
  const readers = accounts.filter(({ role }) => hasRight({ role, isDemo: false }, 'review'));
  await insertNotifications(tx, { reportId, userIds: readers.map(({ id }) => id), now });
  const { emails, webhook } = settings.alarm_receivers;
  const receivers = [
    ...(context.messengers.email ? emails.map((receiver) => ({ channel: 'email', receiver }) as const) : []),
    ...(context.messengers.webhook && webhook ? [{ channel: 'webhook', receiver: webhook } as const] : []),
  ];
  await insertMessages(tx, { reportId, organisationId, receivers, now });
  const event = { action: 'alarm.raised', by: report, from: null, subjectId: reportId } as const;
  const told = { readers: readers.length, messages: receivers.length };
  await recordAudit(tx, { ...event, details: { reason: alarm.reason, ...told } }, context);
}
