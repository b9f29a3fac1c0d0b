import type { AppContext } from '../../context.ts';
import { sweepRegularly } from '../../platform/sweep/sweep-regularly.ts';
import { findQueued } from './alarms.repository.ts';
import { maxTries, sendAlarm } from './send-alarm.ts';

const alarmsQueue = 'alarms';
const concurrency = 2;
/** Longer than any call takes. */
const expireSeconds = 2 * 60;

/** Sends alarms from the queue until the context closes. Does nothing where no way out is configured. */
export async function registerAlarmWorker(context: AppContext): Promise<void> {
  const { messengers, queue, log } = context;
  if (!messengers.email && !messengers.webhook) return;
  await queue.work(alarmsQueue, { concurrency }, async ({ id }, signal) => {
    if (id === undefined) return log.error('a job without an alarm was dropped');
    await sendAlarm(id, signal, context);
  });
  sweepRegularly(context, () => publishQueued(context), 'waiting alarms were not looked for');
}

/**
 * The rows are the truth: whatever is queued gets a job, and one that has one already gets no second. Safe in
 * many processes.
 */
export async function publishQueued({
  db,
  queue,
  config,
}: Pick<AppContext, 'db' | 'queue' | 'config'>): Promise<void> {
  const retries = { times: maxTries, firstSeconds: config.alarms.retrySeconds };
  for (const { id } of await findQueued(db))
    await queue.publish(alarmsQueue, { id }, { key: id, expireSeconds, retries });
}
