import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';

const algorithm = 'HS256';
const issuer = 'second-read';
const audience = 'second-read-api';
const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid() });

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** A signed token "this is a call of session S", valid for some minutes. */
export function signAccessToken(
  claims: AccessClaims,
  { config, now }: Pick<AppContext, 'config' | 'now'>,
): Promise<string> {
  const issued = Math.floor(now().getTime() / 1000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + config.tokens.accessMinutes * 60)
    .sign(config.tokens.jwtSecret);
}

/** Throws `token_expired` if a refresh will help, `not_signed_in` otherwise. */
export async function verifyAccessToken(
  token: string,
  { config, now }: Pick<AppContext, 'config' | 'now'>,
): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, config.tokens.jwtSecret, {
      algorithms: [algorithm],
      issuer,
      audience,
      requiredClaims: ['exp', 'iat'],
      currentDate: now(),
    });
    const claims = claimsSchema.parse(payload);
    return { userId: claims.sub, sessionId: claims.sid };
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new Problem('token_expired', 'Your session needs to be refreshed.', { cause: error });
    }
    throw new Problem('not_signed_in', 'Please sign in.', { cause: error });
  }
}
