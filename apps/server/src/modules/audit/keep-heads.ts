import { randomBytes } from 'node:crypto';
import { asc } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { auditHeads } from '../../platform/database/schema.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';
import type { OffHost } from '../../platform/off-host/off-host.ts';
import { type KeptHead, writeHeadRecord } from './head-record.ts';

type Tools = Pick<AppContext, 'db' | 'config' | 'now' | 'log'>;

/**
 * Writes the chain heads to external storage, at once and then on schedule if anything changed. Entries
 * erased or rolled back before the next write are found against the last record. Returns a function that
 * stops it.
 */
export function keepHeads(
  context: Tools,
  { place, minutes }: { place: OffHost; minutes: number },
): () => void {
  let last: readonly KeptHead[] = [];
  const keep = async () => {
    try {
      last = await keepOnce(context, place, last);
    } catch (error) {
      context.log.error({ err: loggableError(error) }, 'the ends of the audit trail could not be kept');
    }
  };
  const timer = setInterval(() => void keep(), minutes * 60_000);
  timer.unref();
  void keep();
  return () => clearInterval(timer);
}

async function keepOnce(
  { db, config, now, log }: Tools,
  place: OffHost,
  last: readonly KeptHead[],
): Promise<readonly KeptHead[]> {
  const { chain, sequence, seal } = auditHeads;
  const heads = await db.select({ chain, sequence, seal }).from(auditHeads).orderBy(asc(chain));
  const isBehind = last.some((before) => sequenceOf(heads, before.chain) < before.sequence);
  if (isBehind) log.error('the audit trail is behind what it was: run "audit verify"');
  if (JSON.stringify(heads) === JSON.stringify(last)) return last;
  const at = now();
  const name = `${at.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.json`;
  await place.keep(name, writeHeadRecord(heads, at, config.keys));
  return heads;
}

function sequenceOf(heads: readonly KeptHead[], chain: string): number {
  return heads.find((head) => head.chain === chain)?.sequence ?? 0;
}
