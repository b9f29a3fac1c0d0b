import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { findKey, type KeyRing } from '../../platform/crypto/key-ring.ts';
import { hmac } from './seal.ts';

/** The head of a chain at some time. */
const head = z.object({ chain: z.uuid(), sequence: z.number().int().min(1), seal: z.string() });
export type KeptHead = z.infer<typeof head>;

/** The heads of all chains at one moment, sealed, for storage out of reach of the database's owner. */
const headRecord = z.object({
  format: z.literal(1),
  at: z.string(),
  heads: z.array(head),
  sealedBy: z.string(),
  seal: z.string(),
});

export function writeHeadRecord(heads: readonly KeptHead[], at: Date, [key]: KeyRing): string {
  const ends = heads.map(({ chain, sequence, seal }) => ({ chain, sequence, seal }));
  const content = { format: 1 as const, at: at.toISOString(), heads: ends, sealedBy: key.id };
  return `${JSON.stringify({ ...content, seal: hmac(['heads', content], key) })}\n`;
}

/** The heads in a record, or why it is not a record of this installation. */
export function readHeadRecord(text: string, keys: KeyRing): readonly KeptHead[] | string {
  const parsed = headRecord.safeParse(jsonIn(text));
  if (!parsed.success) return 'is no record of the ends of the chains';
  const { format, at, heads, sealedBy, seal } = parsed.data;
  const key = findKey(keys, sealedBy);
  if (!key) return `needs the data key ${sealedBy}, which is not in DATA_KEYS`;
  const expected = Buffer.from(hmac(['heads', { format, at, heads, sealedBy }], key));
  const given = Buffer.from(seal);
  const isSealed = given.length === expected.length && timingSafeEqual(given, expected);
  return isSealed ? heads : 'was altered: it is not as it was sealed';
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
