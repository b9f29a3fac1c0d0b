import type { AppContext } from '../../context.ts';
import type { PushRow } from './pushes.repository.ts';

export const pushesQueue = 'pacs-pushes';
/** The last failure is final: some twenty minutes after the first, with pauses from ten seconds. */
export const maxTries = 8;
/** Longer than any call to the archive takes. */
const expireSeconds = 15 * 60;

/** Idempotent: the queue drops a duplicate job. */
export async function publishPush(
  { id, round }: Pick<PushRow, 'id' | 'round'>,
  { queue, config }: Pick<AppContext, 'queue' | 'config'>,
): Promise<void> {
  const firstSeconds = config.pacs?.retrySeconds ?? 10;
  await queue.publish(
    pushesQueue,
    { id, round: String(round) },
    { key: `${id}:${round}`, expireSeconds, retries: { times: maxTries, firstSeconds } },
  );
}
