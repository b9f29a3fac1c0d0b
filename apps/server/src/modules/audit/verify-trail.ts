import { and, asc, count, eq, gt, isNull } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { findKey, type KeyRing } from '../../platform/crypto/key-ring.ts';
import { auditEvents, auditHeads } from '../../platform/database/schema.ts';
import type { KeptHead } from './head-record.ts';
import { chainOfNobody, firstSeal, headSealOf, sealOf } from './seal.ts';

export interface TrailProblem {
  readonly chain: string;
  readonly sequence: number;
  readonly what: string;
}

export interface TrailJudgement {
  readonly heads: readonly KeptHead[];
  readonly entries: number;
  /** Entries from before the chains, which nothing protects. */
  readonly unchained: number;
  readonly problems: readonly TrailProblem[];
  /** Missing keys, with the number of seals that could not be checked for lack of each. */
  readonly missingKeys: ReadonlyMap<string, number>;
}

const batch = 2_000;

/** Seals at a place of a chain, according to heads stored elsewhere. */
type Kept = ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<string>>>;

/** What verification collects. */
interface Findings {
  readonly keys: KeyRing;
  readonly kept: Kept;
  readonly organisationIds: readonly string[];
  readonly problems: TrailProblem[];
  readonly missingKeys: Map<string, number>;
}

/** Chains that there must be: by heads stored elsewhere, and one of every organisation. */
interface KnownChains {
  readonly kept?: readonly KeptHead[] | undefined;
  /** As read before verification begins: an organisation is created together with its chain. */
  readonly organisationIds: readonly string[];
}

/**
 * Reads the whole trail and reports altered, missing, inserted, reordered and truncated entries, and
 * organisations without a chain. A truncated end with an old, once valid head shows only against `kept`
 * heads. Seals under a missing key are counted separately: that is not yet tampering.
 */
export async function verifyTrail(
  context: Pick<AppContext, 'db' | 'config'>,
  { kept = [], organisationIds }: KnownChains,
): Promise<TrailJudgement> {
  const found = {
    keys: context.config.keys,
    kept: byPlace(kept),
    organisationIds,
    problems: [],
    missingKeys: new Map(),
  };
  return context.db.transaction((tx) => verifyAt(tx, found), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

function byPlace(heads: readonly KeptHead[]): Kept {
  const kept = new Map<string, Map<number, Set<string>>>();
  for (const { chain, sequence, seal } of heads) {
    const places = kept.get(chain) ?? new Map<number, Set<string>>();
    kept.set(chain, places.set(sequence, (places.get(sequence) ?? new Set()).add(seal)));
  }
  return kept;
}

async function verifyAt(db: Executor, found: Findings): Promise<TrailJudgement> {
  const { keys, kept, problems, missingKeys } = found;
  const [before] = await db.select({ rows: count() }).from(auditEvents).where(isNull(auditEvents.chain));
  const heads = await db.select().from(auditHeads).orderBy(asc(auditHeads.chain));
  problems.push(...(await missingChains(db, heads, found)));
  let entries = 0;
  for (const head of heads) {
    const { chain, sequence, keyId } = head;
    const walked = await walk(db, chain, found);
    entries += walked.entries;
    const key = findKey(keys, keyId);
    if (!key) countMissing(missingKeys, keyId);
    else if (headSealOf(head, key) !== head.headSeal)
      problems.push({ chain, sequence, what: 'the head of the chain is forged' });
    if (walked.sequence !== sequence || walked.seal !== head.seal) {
      const what = `the chain ends at ${walked.sequence}, its head says ${sequence}`;
      problems.push({ chain, sequence: walked.sequence, what });
    }
    const cutOff = [...(kept.get(chain)?.keys() ?? [])].filter((each) => each > walked.sequence);
    for (const each of cutOff.toSorted((a, b) => a - b))
      problems.push({ chain, sequence: each, what: 'an entry that was there is cut off' });
  }
  return { heads, entries, unchained: before?.rows ?? 0, problems, missingKeys };
}

/** Chains without a head, according to entries, organisations or kept heads. */
async function missingChains(
  db: Executor,
  heads: readonly { chain: string }[],
  { kept, organisationIds }: Pick<Findings, 'kept' | 'organisationIds'>,
): Promise<TrailProblem[]> {
  const headed = new Set(heads.map(({ chain }) => chain));
  const missing = new Map<string, string>();
  const note = (chain: string | null, what: string) => {
    if (chain && !headed.has(chain) && !missing.has(chain)) missing.set(chain, what);
  };
  for (const chain of kept.keys()) note(chain, 'the whole chain is gone');
  for (const { chain } of await db.selectDistinct({ chain: auditEvents.chain }).from(auditEvents))
    note(chain, 'the head of the chain is missing');
  for (const id of organisationIds)
    note(id, 'the organisation has no chain: even its beginning would be an entry');
  const problems = [...missing].map(([chain, what]) => ({ chain, sequence: 0, what }));
  if (headed.size > 0 || problems.length > 0) return problems;
  return [{ chain: chainOfNobody, sequence: 0, what: 'there is no trail at all' }];
}

function countMissing(missingKeys: Map<string, number>, keyId: string): void {
  missingKeys.set(keyId, (missingKeys.get(keyId) ?? 0) + 1);
}

/** After a mismatch it continues from the stored seal, to report each fault once. */
async function walk(
  db: Executor,
  chain: string,
  { keys, kept, problems, missingKeys }: Findings,
): Promise<{ sequence: number; seal: string; entries: number }> {
  const keptHere = kept.get(chain);
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
      if (!key) countMissing(missingKeys, row.keyId ?? '');
      else if (isNext && !isWhole) problems.push({ chain, sequence: at, what: 'altered, inserted or moved' });
      const keptSeals = [...(keptHere?.get(at) ?? [])];
      if (keptSeals.some((each) => each !== row.seal))
        problems.push({ chain, sequence: at, what: 'not the entry that was there' });
      [sequence, seal] = [at, row.seal ?? ''];
      entries += 1;
    }
    if (rows.length < batch) return { sequence, seal, entries };
  }
}
