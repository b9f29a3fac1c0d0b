import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import { findSignedIn, verifyAccessToken } from '../../modules/accounts/index.ts';
import type { App, Caller, RegisteredRoute } from '../caller.ts';
import { Problem } from '../problem.ts';
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
