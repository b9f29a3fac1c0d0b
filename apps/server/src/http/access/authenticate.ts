import type { FastifyRequest } from 'fastify';
import type { App, Caller, RegisteredRoute } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { findByReadKey, findSignedIn, readKeyIn, verifyAccessToken } from '../../modules/accounts/index.ts';
import { authorize } from './authorize.ts';

/** Every route needs a signed-in caller whose role may call it, unless its config says `access: 'public'`. */
export function authenticate(app: App, context: AppContext): void {
  app.decorateRequest('caller', null);
  const registered: RegisteredRoute[] = [];
  app.decorate('registeredRoutes', registered);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat())
      registered.push({ method: each, url, isPublic: config?.access === 'public' });
  });
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.access === 'public') return;
    const caller = await callerFrom(request, context);
    await authorize(request, caller, context);
    request.caller = caller;
  });
}

/** Where a key for programs is accepted in place of a sign-in. */
const keyRoutes = '/api/dicom-web/';

async function callerFrom(request: FastifyRequest, context: AppContext): Promise<Caller> {
  const key = request.routeOptions.url?.startsWith(keyRoutes) && readKeyIn(request.headers.authorization);
  if (key) {
    const caller = await findByReadKey(key, context);
    if (!caller) throw new Problem('not_signed_in', 'This key is not valid, or was revoked.');
    return caller;
  }
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
