import helmet from '@fastify/helmet';
import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { pageStyleHashes } from './page-styles.ts';

const yearSeconds = 365 * 86_400;
/** Features that our pages never use; pictures of the cervix are taken with the camera. */
const unused = ['microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'];
const permissions = [...unused, 'display-capture']
  .map((name) => `${name}=()`)
  .concat('camera=(self)')
  .join(', ');

/**
 * Content security policy of the application: its own files, WebAssembly codecs, workers made from blobs and
 * pictures held in memory. Of inline styles it knows those of the built page, by their hashes; scripts set
 * the styles of elements as objects, which no policy concerns. In production browsers must come by TLS
 * only: whatever ends it is in front of us, and on plain HTTP the header means nothing.
 */
export async function securityHeaders(app: App, { config }: Pick<AppContext, 'config'>): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", ...pageStyleHashes()],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'blob:', 'data:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: config.mode === 'production' && {
      maxAge: yearSeconds,
      includeSubDomains: false,
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', permissions);
    const isPrivate =
      request.routeOptions.config.access !== 'public' || request.url.startsWith('/api/accounts');
    if (!request.is404 && isPrivate) reply.header('cache-control', 'no-store');
  });
}
