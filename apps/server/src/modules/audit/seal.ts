import { createHmac } from 'node:crypto';
import { type DataKey, deriveKey } from '../../platform/crypto/key-ring.ts';
import type { auditEvents } from '../../platform/database/schema.ts';

/** The chain of what belongs to no organisation: failed sign-ins of unknown accounts. */
export const chainOfNobody = '00000000-0000-0000-0000-000000000000';

/** The seal "before" the first entry of a chain. */
export const firstSeal = '';

type Row = typeof auditEvents.$inferSelect;
export type SealedPart = Omit<Row, 'id' | 'seal' | 'chain' | 'sequence'> & {
  readonly chain: string;
  readonly sequence: number;
};

/**
 * HMAC over every field of an entry and the seal of the one before, under a key that the database does not
 * hold: whoever can write to the database alone can neither alter, remove, insert nor reorder unnoticed.
 */
export function sealOf(entry: SealedPart, previousSeal: string, key: DataKey): string {
  const { chain, sequence, at, organisationId, userId, action, outcome } = entry;
  const { subjectId, address, userAgent, requestId, details, keyId } = entry;
  const who = [organisationId, userId, address, userAgent, requestId];
  const what = [at.toISOString(), action, outcome, subjectId, inFixedOrder(details)];
  return hmac(['entry', 1, keyId, chain, sequence, previousSeal, who, what], key);
}

/** Of the last entry's place and seal: an end that was cut off leaves a head that does not fit. */
export function headSealOf(head: { chain: string; sequence: number; seal: string }, key: DataKey): string {
  return hmac(['head', 1, key.id, head.chain, head.sequence, head.seal], key);
}

export function hmac(value: unknown, key: DataKey): string {
  return createHmac('sha256', deriveKey(key, 'audit trail'))
    .update(JSON.stringify(value))
    .digest('base64url');
}

/** The database keeps no order of an object's fields. */
function inFixedOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inFixedOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, inFixedOrder(each)]);
}
