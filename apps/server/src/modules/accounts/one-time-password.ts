import { randomInt } from 'node:crypto';

/** Without those that are taken for one another when read aloud or from paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 5;
const goodForMs = 72 * 3_600_000;

export interface OneTimePassword {
  readonly password: string;
  readonly endsAt: Date;
}

/** Twenty characters (99 bits) that open nothing but the exchange for a password of the owner's choice. */
export function makeOneTimePassword(now: Date): OneTimePassword {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const password = Array.from({ length: groups }, group).join('-');
  return { password, endsAt: new Date(now.getTime() + goodForMs) };
}
