import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';

/**
 * Warns once about ignored forwarded headers: behind an unconfigured proxy all callers have its address, in
 * the audit trail and in sign-in limits.
 */
export function warnOfProxies(app: App, { log }: Pick<AppContext, 'log'>): void {
  let isSaid = false;
  app.addHook('onRequest', async (request) => {
    const address = request.socket.remoteAddress;
    if (isSaid || request.headers['x-forwarded-for'] === undefined || request.ip !== address) return;
    isSaid = true;
    log.warn(
      { address },
      'X-Forwarded-For comes from an address that is not trusted, and is ignored. If that is your proxy, set TRUST_PROXY.',
    );
  });
}
