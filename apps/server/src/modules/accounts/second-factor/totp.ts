import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as authenticator apps understand it: SHA-1, six digits, half a minute. */
const stepMs = 30_000;
const digits = 6;
const secretBytes = 20;
/** A phone's clock may be off by one step either way. */
const drift = [0, -1, 1] as const;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret in base32, which can be typed. */
export function makeTotpSecret(): string {
  return Array.from(randomBytes((secretBytes * 8) / 5), (byte) => alphabet[byte % 32]).join('');
}

/** The content of the QR code for an authenticator app. */
export function totpUri(secret: string, of: { issuer: string; account: string }): string {
  const query = new URLSearchParams({ secret, issuer: of.issuer });
  return `otpauth://totp/${encodeURIComponent(of.issuer)}:${encodeURIComponent(of.account)}?${query}`;
}

/** The time step of this code, if later than the last accepted one. */
export function stepOfCode(
  code: string,
  secret: string,
  now: Date,
  lastStep: number | null,
): number | undefined {
  const present = Math.floor(now.getTime() / stepMs);
  const given = Buffer.from(code.replaceAll(' ', '').padEnd(digits));
  let found: number | undefined;
  for (const offset of drift) {
    const expected = Buffer.from(codeAt(present + offset, secret));
    const isEqual = given.length === expected.length && timingSafeEqual(given, expected);
    if (isEqual && present + offset > (lastStep ?? 0)) found ??= present + offset;
  }
  return found;
}

export function codeAt(step: number, secret: string): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
