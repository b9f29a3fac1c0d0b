import { createHmac } from 'node:crypto';
import { type DataKey, deriveKey } from '../../platform/crypto/key-ring.ts';
import type { auditEvents } from '../../platform/database/schema.ts';

/** The chain of entries without an organisation: failed sign-ins of unknown accounts. */
export const chainOfNobody = '00000000-0000-0000-0000-000000000000';

/** The seal "before" the first entry of a chain. */
export const firstSeal = '';

type Row = typeof auditEvents.$inferSelect;
export type SealedPart = Omit<Row, 'id' | 'seal' | 'chain' | 'sequence'> & {
  readonly chain: string;
  readonly sequence: number;
};

/**
 * HMAC over every field of an entry and the previous seal, under a key outside the database: write access
 * to the database is not enough to alter, remove, insert or reorder entries unnoticed.
 */
export function sealOf(entry: SealedPart, previousSeal: string, key: DataKey): string {
  const { chain, sequence, at, organisationId, userId, action, outcome } = entry;
  const { subjectId, address, userAgent, requestId, details, keyId } = entry;
  const who = [organisationId, userId, address, userAgent, requestId];
  const what = [at.toISOString(), action, outcome, subjectId, inFixedOrder(details)];
  return hmac(['entry', 1, keyId, chain, sequence, previousSeal, who, what], key);
}

/** Over the last entry's number and seal, so that truncation leaves a head that does not match. */
export function headSealOf(head: { chain: string; sequence: number; seal: string }, key: DataKey): string {
  return hmac(['head', 1, key.id, head.chain, head.sequence, head.seal], key);
}

export function hmac(value: unknown, key: DataKey): string {
  return createHmac('sha256', deriveKey(key, 'audit trail'))
    .update(JSON.stringify(value))
    .digest('base64url');
}

/** The database does not keep the order of an object's fields. */
function inFixedOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inFixedOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, inFixedOrder(each)]);
}
