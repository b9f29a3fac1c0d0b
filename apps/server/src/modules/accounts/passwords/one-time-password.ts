import { randomInt } from 'node:crypto';

/** Without characters that are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 5;
const goodForMs = 72 * 3_600_000;

export interface OneTimePassword {
  readonly password: string;
  readonly endsAt: Date;
}

/** Twenty characters (99 bits), valid only for the exchange for a permanent password. */
export function makeOneTimePassword(now: Date): OneTimePassword {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const password = Array.from({ length: groups }, group).join('-');
  return { password, endsAt: new Date(now.getTime() + goodForMs) };
}
