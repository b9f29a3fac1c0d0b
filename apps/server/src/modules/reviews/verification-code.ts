import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter that reads as another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits as sixteen characters: nobody guesses one. */
export function verificationCode(): string {
  return [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('');
}

/** The code of what somebody typed: case, hyphens and spaces do not matter, nor O for 0 and I or L for 1. */
export function codeFrom(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}

/** `XXXX-XXXX-XXXX-XXXX`, as people read it. */
export function codeText(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}
