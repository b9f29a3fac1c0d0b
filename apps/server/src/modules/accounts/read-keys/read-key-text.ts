import { createHash, randomBytes } from 'node:crypto';

/** A key as its owner holds it, in its two parts. */
export interface ReadKey {
  readonly id: string;
  readonly secret: string;
}

const form = /^srk_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_([\w-]{43})$/;

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** `srk_<id>_<secret>`: the id finds its row, the prefix says what it is where it was leaked. */
export function textOfKey({ id, secret }: ReadKey): string {
  return `srk_${id}_${secret}`;
}

export function digestOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The key in an Authorization header: a bearer token, or the password of Basic with any user name. */
export function readKeyIn(header = ''): ReadKey | undefined {
  const [scheme = '', value = ''] = header.split(' ');
  const text = scheme.toLowerCase() === 'basic' ? passwordIn(value) : value;
  const [, id, secret] = form.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

function passwordIn(encoded: string): string {
  const text = Buffer.from(encoded, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}
