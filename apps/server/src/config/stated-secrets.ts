import { ConfigurationError, type Environment } from './environment.ts';
import { keptSecrets } from './secrets.ts';

const secretBytes = 32;
/** A random secret of that length has twice as many; `changeme` repeated has not. */
const minDistinctCharacters = 10;

/** @throws ConfigurationError where production lacks what it must not invent */
export function refuseUnsafeProduction(environment: Environment): void {
  if (!environment.DATABASE_URL && !environment.DATA_DIR) {
    throw new ConfigurationError(
      'SECOND_READ_MODE=production needs DATABASE_URL (a PostgreSQL of yours) or DATA_DIR (a folder that is backed up).',
    );
  }
  for (const name of ['JWT_SECRET', 'MEDIA_SECRET'] as const) {
    const secret = environment[name] ?? '';
    if (Buffer.byteLength(secret) < secretBytes || new Set(secret).size < minDistinctCharacters) {
      throw new ConfigurationError(
        `SECOND_READ_MODE=production needs ${name} with at least ${secretBytes} random bytes, for example from: openssl rand -base64 48`,
      );
    }
  }
  if (!environment.DATA_KEYS && !environment.DATA_KEY_FILE) {
    throw new ConfigurationError(
      'SECOND_READ_MODE=production needs DATA_KEYS or DATA_KEY_FILE, for example from: openssl rand -base64 32. Whoever loses the key loses every picture and patient ID.',
    );
  }
  if (environment.JWT_SECRET === environment.MEDIA_SECRET) {
    throw new ConfigurationError('JWT_SECRET and MEDIA_SECRET must not be the same.');
  }
}

/** As they are set, else those that the data folder keeps. @throws ConfigurationError */
export function secretsOf(environment: Environment, dataDir: string) {
  const { JWT_SECRET: jwt, MEDIA_SECRET: media } = environment;
  for (const [name, value] of Object.entries({ JWT_SECRET: jwt, MEDIA_SECRET: media })) {
    if (value !== undefined && Buffer.byteLength(value) < secretBytes) {
      throw new ConfigurationError(`${name} must have at least ${secretBytes} bytes.`);
    }
  }
  const kept = jwt && media ? { jwt, media } : keptSecrets(dataDir);
  const encoder = new TextEncoder();
  return { jwtSecret: encoder.encode(jwt ?? kept.jwt), mediaSecret: encoder.encode(media ?? kept.media) };
}
