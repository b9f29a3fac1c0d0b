import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

export interface RefreshClaims {
  readonly sessionId: string;
  readonly generation: number;
}

const sessionIdSchema = z.uuid();

/**
 * `<session>.<generation>.<mac>`. Only the session's current generation is stored, so a copy of the
 * database opens no session, and a spent token is recognized.
 */
export function makeRefreshToken(claims: RefreshClaims, secret: Uint8Array): string {
  const body = `${claims.sessionId}.${claims.generation}`;
  return `${body}.${macOf(body, secret).toString('base64url')}`;
}

/** Undefined when we never issued it. */
export function readRefreshToken(token: string, secret: Uint8Array): RefreshClaims | undefined {
  const [sessionId = '', generation = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0 || !/^\d{1,9}$/.test(generation)) return undefined;
  const expected = macOf(`${sessionId}.${generation}`, secret);
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const parsed = sessionIdSchema.safeParse(sessionId);
  return parsed.success ? { sessionId: parsed.data, generation: Number(generation) } : undefined;
}

function macOf(body: string, secret: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'second-read refresh token', 32));
  return createHmac('sha256', key).update(body).digest();
}
