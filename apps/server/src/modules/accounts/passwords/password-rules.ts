import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export const minPasswordLength = 12;
const maxPasswordLength = 256;

/** The owner: names that the password must not consist of. */
interface Owner {
  readonly username: string;
  readonly email: string;
}

/**
 * Why a chosen password is refused, for display; undefined if accepted. By length and a list of leaked
 * passwords, as in NIST SP 800-63B, without rules on kinds of characters.
 */
export async function weaknessOf(password: string, owner: Owner): Promise<string | undefined> {
  const length = [...password].length;
  if (length < minPasswordLength) return `Use at least ${minPasswordLength} characters.`;
  if (length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters.`;
  if (new Set(password.toLowerCase()).size < 5) return 'Use more different characters.';
  if (isMadeOfNames(password, owner)) return 'Do not use your name or e-mail address.';
  if ((await commonPasswords()).has(password.toLowerCase())) {
    return 'This password is among those that were found in many leaks. Choose another.';
  }
  return undefined;
}

function isMadeOfNames(password: string, { username, email }: Owner): boolean {
  const lower = password.toLowerCase();
  const names = [email, email.split('@')[0] ?? '', username].map((name) => name.toLowerCase());
  return names.some((name) => name.length >= 4 && lower.replace(name, '').length < minPasswordLength / 2);
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Those of the million most common leaked passwords that are long enough, read once on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= readCommonPasswords();
  return common;
}

/** Resolved through the package, since the built program is in another folder than this file. */
export const leakedPasswordsFile = () => createRequire(import.meta.url).resolve('#leaked-passwords');

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const text = await readFile(leakedPasswordsFile(), 'utf8');
  return new Set(text.trimEnd().split('\n'));
}
