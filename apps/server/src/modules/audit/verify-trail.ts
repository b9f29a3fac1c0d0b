import { and, asc, count, eq, gt, isNull } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { findKey, type KeyRing } from '../../platform/crypto/key-ring.ts';
import { auditEvents, auditHeads } from '../../platform/database/schema.ts';
import { firstSeal, headSealOf, sealOf } from './seal.ts';

export interface TrailProblem {
  readonly chain: string;
  readonly sequence: number;
  readonly what: string;
}

/** The end of a chain as it was at some time, kept elsewhere. */
export interface KeptHead {
  readonly chain: string;
  readonly sequence: number;
  readonly seal: string;
}

export interface TrailJudgement {
  readonly heads: readonly KeptHead[];
  readonly entries: number;
  /** Entries from before the chains, which nothing protects. */
  readonly unchained: number;
  readonly problems: readonly TrailProblem[];
}

const batch = 2_000;

/**
 * Reads the whole trail and tells everything that does not fit: altered, missing, inserted, reordered and cut
 * off entries. An end that was cut off together with an old, once valid head shows only against `kept` heads.
 */
export async function verifyTrail(
  context: Pick<AppContext, 'db' | 'config'>,
  kept: readonly KeptHead[] = [],
): Promise<TrailJudgement> {
  return context.db.transaction((tx) => verifyAt(tx, context.config.keys, kept), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function verifyAt(db: Executor, keys: KeyRing, kept: readonly KeptHead[]): Promise<TrailJudgement> {
  const [before] = await db.select({ rows: count() }).from(auditEvents).where(isNull(auditEvents.chain));
  const heads = await db.select().from(auditHeads).orderBy(asc(auditHeads.chain));
  const chains = await db.selectDistinct({ chain: auditEvents.chain }).from(auditEvents);
  const problems: TrailProblem[] = [];
  let entries = 0;
  const headless = chains.filter(({ chain }) => !heads.some((head) => head.chain === chain));
  for (const { chain } of headless) {
    if (chain) problems.push({ chain, sequence: 0, what: 'the head of the chain is missing' });
  }
  for (const { chain } of kept.filter((each) => !heads.some((head) => head.chain === each.chain))) {
    problems.push({ chain, sequence: 0, what: 'the whole chain is gone' });
  }
  for (const head of heads) {
    const keptHere = kept.filter(({ chain }) => chain === head.chain);
    const walked = await walk(db, keys, head.chain, keptHere, problems);
    entries += walked.entries;
    const key = findKey(keys, head.keyId);
    if (!key || headSealOf(head, key) !== head.headSeal) {
      problems.push({ chain: head.chain, sequence: head.sequence, what: 'the head of the chain is forged' });
    }
    if (walked.sequence !== head.sequence || walked.seal !== head.seal) {
      const what = `the chain ends at ${walked.sequence}, its head says ${head.sequence}`;
      problems.push({ chain: head.chain, sequence: walked.sequence, what });
    }
    for (const { sequence } of keptHere.filter((each) => each.sequence > walked.sequence)) {
      problems.push({ chain: head.chain, sequence, what: 'an entry that was there is cut off' });
    }
  }
  return { heads, entries, unchained: before?.rows ?? 0, problems };
}

/** After an entry that does not fit it goes on from the seal that stands there, to name each fault once. */
async function walk(
  db: Executor,
  keys: KeyRing,
  chain: string,
  kept: readonly KeptHead[],
  problems: TrailProblem[],
): Promise<{ sequence: number; seal: string; entries: number }> {
  let [sequence, seal, entries] = [0, firstSeal, 0];
  for (;;) {
    const rows = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.chain, chain), gt(auditEvents.sequence, sequence)))
      .orderBy(asc(auditEvents.sequence))
      .limit(batch);
    for (const row of rows) {
      const at = row.sequence ?? 0;
      const isNext = at === sequence + 1;
      if (!isNext)
        problems.push({ chain, sequence: sequence + 1, what: `${at - sequence - 1} entries are missing` });
      const key = findKey(keys, row.keyId ?? '');
      const isWhole = key && sealOf({ ...row, chain, sequence: at }, seal, key) === row.seal;
      if (!key) problems.push({ chain, sequence: at, what: `sealed with the unknown key ${row.keyId}` });
      else if (isNext && !isWhole) problems.push({ chain, sequence: at, what: 'altered, inserted or moved' });
      if (kept.some((each) => each.sequence === at && each.seal !== row.seal)) {
        problems.push({ chain, sequence: at, what: 'not the entry that was there' });
      }
      [sequence, seal] = [at, row.seal ?? ''];
      entries += 1;
    }
    if (rows.length < batch) return { sequence, seal, entries };
  }
}
