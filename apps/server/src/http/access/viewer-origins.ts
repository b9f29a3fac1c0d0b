import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';

const dicomWeb = /^\/api\/dicom-web\//;
/** Browsers ask again after this time whether a page may read an address. */
const preflightSeconds = 600;

/**
 * CORS for DICOMweb alone: scripts of a page from one of `DICOMWEB_ORIGINS` may read replies, errors
 * included. They send a key: no cookie is taken, and `Access-Control-Allow-Credentials` is never sent. Comes
 * before the sign-in, since a browser sends a preflight without the key.
 */
export function allowViewerOrigins(app: App, { config }: Pick<AppContext, 'config'>): void {
  const { dicomWebOrigins: origins } = config.http;
  if (origins.length === 0) return;
  app.addHook('onRequest', async ({ url, method, headers }, reply) => {
    if (!dicomWeb.test(url)) return;
    reply.header('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag, Warning',
    });
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
    return reply
      .headers({
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'Accept, Authorization, If-None-Match',
        'access-control-max-age': preflightSeconds,
      })
      .code(204)
      .send();
  });
}
