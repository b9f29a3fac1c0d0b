import helmet from '@fastify/helmet';
import type { App } from './caller.ts';

/**
 * Content security policy of the application: its own files, WebAssembly codecs, workers made from blobs
 * and pictures held in memory. Styles may be inline because the component library sets element styles.
 */
export async function securityHeaders(app: App): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
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
    // Whoever ends TLS in front of us says how long it holds; on plain HTTP the header means nothing.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    const isPrivate =
      request.routeOptions.config.access !== 'public' || request.url.startsWith('/api/accounts');
    if (!request.is404 && isPrivate) reply.header('cache-control', 'no-store');
  });
}
