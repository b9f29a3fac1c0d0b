import { alarmOfReading, type StoredReading } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { hasRight } from '@second-read/core/roles/rights';
import type { AppContext, Executor } from '../../context.ts';
import { enabledAccounts } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { blindReaders, hiddenFrom } from '../reviews/index.ts';
import { settingsOf } from '../settings/index.ts';
import { insertAlarm, insertMessages, insertNotifications } from './alarms.repository.ts';

interface NewReport {
  readonly id: string;
  readonly organisationId: string;
  readonly userId: string;
  readonly module: AnalysisId;
  readonly reading: StoredReading;
}

/**
 * Notifies the organization's readers of a new report where it alarms: within the transaction that stores it,
 * so that both are there or neither, and each receiver once. Who reads first is notified of every report,
 * since an alarm for the urgent ones alone would tell the result; of slices that are read alone only of
 * urgent ones, for their series alarms once.
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
  const alarm = alarmOfReading(report.reading, settings.alarm_budgets[module]);
  const hidden = hiddenFrom(module, settings);
  if (alarm === null && (hidden === 'none' || seriesId !== null)) return;
  const accounts = await enabledAccounts(tx, organisationId);
  const readers = accounts
    .filter(({ role }) => hasRight({ role, isDemo: false }, 'review'))
    .map(({ id }) => id);
  const blind = seriesId === null ? await blindReaders(tx, { module, settings }, readers) : [];
  if (alarm === null && blind.length === 0) return;
  const now = context.now();
  const isNew = await insertAlarm(tx, {
    reportId,
    organisationId,
    module,
    seriesId,
    createdAt: now,
    ...(alarm ?? { reason: 'read_first' as const }),
  });
  if (!isNew) return;
  const userIds = alarm === null ? blind : readers;
  await insertNotifications(tx, { reportId, userIds, now });
  const { emails, webhook } = settings.alarm_receivers;
  const isForReceivers = alarm !== null || hidden === 'all';
  const receivers = [
    ...(context.messengers.email ? emails.map((receiver) => ({ channel: 'email', receiver }) as const) : []),
    ...(context.messengers.webhook && webhook ? [{ channel: 'webhook', receiver: webhook } as const] : []),
  ];
  await insertMessages(tx, { reportId, organisationId, receivers: isForReceivers ? receivers : [], now });
  const event = { action: 'alarm.raised', by: report, from: null, subjectId: reportId } as const;
  const told = { readers: userIds.length, messages: isForReceivers ? receivers.length : 0 };
  const reason = alarm?.reason ?? 'read_first';
  await recordAudit(tx, { ...event, details: { reason, ...told } }, context);
}
