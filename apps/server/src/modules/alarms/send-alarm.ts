import type { AppContext, Executor } from '../../context.ts';
import { MessageFailure } from '../../platform/messages/messages.ts';
import { TryAgain } from '../../platform/queue/queue.ts';
import { recordAudit } from '../audit/index.ts';
import { settingsOf } from '../settings/index.ts';
import { findMessage, type MessageRow, updateMessage } from './alarms.repository.ts';

/** The last failure is final: some twenty minutes after the first, with pauses from ten seconds. */
export const maxTries = 8;

/**
 * Sends one alarm to one receiver. Throws only if the queue should try again. A process that dies between
 * sending and noting it sends once more under the same id, by which receivers know it.
 */
export async function sendAlarm(id: string, stopping: AbortSignal, context: AppContext): Promise<void> {
  const row = await findMessage(context.db, id);
  if (row?.state !== 'queued') return;
  try {
    await send(row, stopping, context);
  } catch (error) {
    // A shutdown of this process is not a failure of the receiver.
    if (stopping.aborted || !(error instanceof MessageFailure)) throw error;
    return await settleFailure(row, error, context);
  }
  await settle(row, { state: 'sent', tries: row.tries + 1, reason: null }, context);
}

type Found = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

async function send(
  row: Found,
  signal: AbortSignal,
  { db, messengers }: Pick<AppContext, 'db' | 'messengers'>,
): Promise<void> {
  const messenger = messengers[row.channel];
  if (!messenger) throw new MessageFailure(`${row.channel} is no longer configured`, true);
  const { id, reportId, organisationId, createdAt } = row;
  const urgency = (await isReadFirst(db, row)) ? 'hidden' : 'urgent';
  await messenger({ id, reportId, organisationId, urgency, createdAt }, row.receiver, signal);
}

/** Whether some reader of the organization reads that module first: a message may reach that reader. */
async function isReadFirst(db: Executor, { organisationId, module }: Found): Promise<boolean> {
  const { settings } = await settingsOf(db, organisationId);
  return (settings.read_first[module] ?? 'off') !== 'off' || settings.double_reading[module] === true;
}

async function settleFailure(row: MessageRow, error: MessageFailure, context: AppContext): Promise<void> {
  const { reason, detail } = error;
  const tries = row.tries + 1;
  const isFinal = error.isLasting || tries >= maxTries;
  const line = { alarm: row.id, report: row.reportId, channel: row.channel, reason, detail, tries };
  context.log.warn({ ...line, final: isFinal }, 'an alarm was not sent');
  if (isFinal) return settle(row, { state: 'failed', tries, reason }, context);
  await updateMessage(context.db, row.id, { tries, reason, updatedAt: context.now() });
  throw new TryAgain(reason);
}

/** The end of a message, with its audit entry. */
async function settle(
  { id, organisationId, reportId, channel }: MessageRow,
  change: { state: 'sent' | 'failed'; tries: number; reason: string | null },
  context: AppContext,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await updateMessage(tx, id, { ...change, updatedAt: context.now() }))) return;
    const event = {
      action: 'alarm.sent',
      outcome: change.state === 'sent' ? 'success' : 'failure',
      by: { userId: null, organisationId },
      from: null,
      subjectId: reportId,
      details: { channel, tries: change.tries, ...(change.reason !== null && { reason: change.reason }) },
    } as const;
    await recordAudit(tx, event, context);
  });
}
