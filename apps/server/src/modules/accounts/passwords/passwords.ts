import { randomBytes } from 'node:crypto';
import { argon2id, hash, verify } from 'argon2';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { type: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Does the same work for an unknown account (`undefined`) as for a known one, then returns false. */
export async function isPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  const isRight = await verify(storedHash ?? (await unknownAccountHash()), password);
  return isRight && storedHash !== undefined;
}

let dummyHash: Promise<string> | undefined;

function unknownAccountHash(): Promise<string> {
  dummyHash ??= hashPassword(randomBytes(32).toString('base64'));
  return dummyHash;
}

/** Computes the hash for unknown accounts in advance. */
export async function preparePasswords(): Promise<void> {
  await unknownAccountHash();
}
