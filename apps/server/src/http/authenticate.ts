import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { findSignedIn, verifyAccessToken } from '../modules/accounts/index.ts';
import type { App, Caller } from './caller.ts';
import { Problem } from './problem.ts';

/** Every route needs a signed-in caller unless its config says `access: 'public'`. */
export function authenticate(app: App, context: AppContext): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.access === 'public') return;
    request.caller = await callerFrom(request, context);
  });
}

async function callerFrom(request: FastifyRequest, context: AppContext): Promise<Caller> {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) {
    throw new Problem('not_signed_in', 'Please sign in.');
  }
  const claims = await verifyAccessToken(token, context);
  const caller = await findSignedIn(claims.sessionId, context);
  if (!caller || caller.userId !== claims.userId) {
    throw new Problem('session_revoked', 'Your session has ended. Please sign in again.');
  }
  return caller;
}
