import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext, Executor } from '../../../context.ts';
import { findKey } from '../../../platform/crypto/key-ring.ts';
import { openText } from '../../../platform/crypto/sealed-text.ts';
import { users } from '../../../platform/database/schema.ts';
import { stepOfCode } from './totp.ts';

type User = typeof users.$inferSelect;

export const wrongCode = () =>
  new Problem(
    'invalid_code',
    'The code is not right. Wait for the next one and try again. A recovery code works once.',
  );

/** Whether this is an unused code of the account's app; if so it is consumed. */
export async function takeCode(
  code: string,
  user: User,
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  db: Executor,
): Promise<boolean> {
  const secret = openSecret(user, config.keys);
  if (secret === undefined) return false;
  const step = stepOfCode(code, secret, now(), user.totpLastStep);
  if (step === undefined) return false;
  const taken = await db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, user.id), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
    .returning({ id: users.id });
  return taken.length === 1;
}

/** The columns of an account without a second factor. */
export const noSecondFactor = {
  totpSecret: null,
  totpKey: null,
  totpConfirmedAt: null,
  totpLastStep: null,
  recoveryCodes: null,
};

/** The place that the secret is bound to. */
export const placeOf = ({ id }: User) => `users ${id} totp`;

export function openSecret(user: User, keys: AppContext['config']['keys']): string | undefined {
  if (!user.totpSecret || !user.totpKey) return undefined;
  const key = findKey(keys, user.totpKey);
  if (!key)
    throw new Error(`a second factor is sealed under the key ${user.totpKey}, which is not in DATA_KEYS`);
  return openText(user.totpSecret, placeOf(user), key);
}
