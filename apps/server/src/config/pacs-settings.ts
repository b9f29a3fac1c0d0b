import type { PacsSettings } from '../platform/pacs/pacs.ts';
import { ConfigurationError, type Environment } from './environment.ts';

/** Null where no archive is configured. Throws `ConfigurationError` for what cannot be meant. */
export function pacsSettings(environment: Environment): PacsSettings | null {
  const { PACS_DICOMWEB_URL: url } = environment;
  if (url === undefined) return null;
  const base = new URL(url);
  if (base.username || base.password || base.search || base.hash) {
    throw new ConfigurationError(
      'PACS_DICOMWEB_URL must be an address alone: user and password go into PACS_USER and PACS_PASSWORD.',
    );
  }
  if (environment.SECOND_READ_MODE === 'demo' && environment.PACS_ORGANISATION === undefined) {
    throw new ConfigurationError(
      'PACS_DICOMWEB_URL in demo mode would open the PACS to everybody who knows the demo password: set PACS_ORGANISATION to the name of the organisation that may use it.',
    );
  }
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return {
    baseUrl: base.href,
    authorization: authorizationOf(environment),
    organisation: environment.PACS_ORGANISATION ?? null,
    push: environment.PACS_PUSH,
    silenceMs: environment.PACS_TIMEOUT_MS,
    retrySeconds: environment.PACS_RETRY_SECONDS,
  };
}

function authorizationOf(environment: Environment): string | undefined {
  const { PACS_USER: user, PACS_PASSWORD: password, PACS_TOKEN: token } = environment;
  if (token !== undefined && (user !== undefined || password !== undefined)) {
    throw new ConfigurationError('Set PACS_TOKEN, or PACS_USER and PACS_PASSWORD, not both.');
  }
  if (token !== undefined) return `Bearer ${token}`;
  if (user === undefined && password === undefined) return undefined;
  if (user === undefined || password === undefined) {
    throw new ConfigurationError('PACS_USER and PACS_PASSWORD must be set together.');
  }
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
