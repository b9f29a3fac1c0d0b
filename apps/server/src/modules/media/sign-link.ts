import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../context.ts';

/**
 * Links made within this time of each other are equal, so a list that is fetched again keeps its pictures.
 */
const roundingMs = 5 * 60_000;

export interface Viewer {
  readonly userId: string;
  readonly organisationId: string;
  readonly sessionId: string;
}

/** The organisation a key belongs to is its first segment: `<organisation>/…`. */
export function organisationOfKey(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/**
 * A link that shows one picture to whoever holds it, for some minutes and as long as the viewer's session
 * lasts. Signed over key (and so organisation), viewer, session and end; the viewer is named in the audit
 * trail when it is used.
 */
export function signLink(
  key: string,
  viewer: Viewer,
  { config, now }: Pick<AppContext, 'config' | 'now'>,
): string {
  if (organisationOfKey(key) !== viewer.organisationId) throw new Error('a picture of another organisation');
  const end = now().getTime() + config.tokens.mediaMinutes * 60_000;
  const expires = Math.ceil(end / roundingMs) * roundingMs;
  const query = new URLSearchParams({
    expires: String(expires),
    viewer: viewer.userId,
    session: viewer.sessionId,
    signature: signatureOf(
      { key, viewer: viewer.userId, session: viewer.sessionId, expires },
      config.tokens.mediaSecret,
    ).toString('base64url'),
  });
  return `/media/${key}?${query}`;
}

type LinkState = 'good' | 'expired' | 'forged';

interface SignedPart {
  readonly key: string;
  readonly viewer: string;
  readonly session: string;
  readonly expires: number;
}

export function checkLink(
  link: SignedPart & { readonly signature: string },
  { config, now }: Pick<AppContext, 'config' | 'now'>,
): LinkState {
  const expected = signatureOf(link, config.tokens.mediaSecret);
  const given = Buffer.from(link.signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  return link.expires > now().getTime() ? 'good' : 'expired';
}

function signatureOf({ key, viewer, session, expires }: SignedPart, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([key, viewer, session, expires]))
    .digest();
}
