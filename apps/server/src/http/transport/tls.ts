import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import type { App } from '../../calls/caller.ts';
import type { Config } from '../../config/config.ts';
import { ConfigurationError } from '../../config/environment.ts';
import type { AppContext } from '../../context.ts';
import { openRedirect } from './redirect-to-tls.ts';

type TlsFiles = NonNullable<Config['http']['tls']>;

const minVersion = 'TLSv1.2';
/** Watched by modification time, not by events: certificates are often replaced by moving a symbolic link. */
const lookEveryMs = 5_000;
/** Connections without a handshake, or without headers, are closed. */
const handshakeTimeoutMs = 8_000;

/**
 * The options of the TLS server. Throws `ConfigurationError` if the files are not a certificate and its key.
 */
export function tlsOptions(files: TlsFiles) {
  return { ...readPair(files), handshakeTimeout: handshakeTimeoutMs };
}

/**
 * Loads a new certificate when its files change, and on SIGHUP, for new connections. A pair that does not
 * match, as between the writing of two files, is logged and ignored. Redirects from plain HTTP if a port is
 * given.
 */
export function keepTls(app: App, { config, log }: Pick<AppContext, 'config' | 'log'>): void {
  const files = config.http.tls;
  if (files === null) return;
  const paths = [files.certFile, files.keyFile];
  const reload = () => {
    try {
      if (app.server instanceof TlsServer) app.server.setSecureContext(readPair(files));
      log.info('the TLS certificate was read again');
    } catch (error) {
      log.error({ err: error }, 'the TLS certificate could not be read again; the earlier one stays');
    }
  };
  let closeRedirect = async () => {};
  app.addHook('onListen', async () => {
    for (const path of paths) watchFile(path, { interval: lookEveryMs, persistent: false }, reload);
    process.on('SIGHUP', reload);
    if (files.redirectPort !== null) closeRedirect = await openRedirect(config, app.server);
  });
  app.addHook('onClose', async () => {
    for (const path of paths) unwatchFile(path, reload);
    process.off('SIGHUP', reload);
    await closeRedirect();
  });
}

function readPair({ certFile, keyFile }: TlsFiles) {
  try {
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion } as const;
    createSecureContext(pair);
    return pair;
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new ConfigurationError(`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${reason}`);
  }
}
