import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeDataKey } from '../platform/crypto/key-ring.ts';

const secretsSchema = z.object({ jwt: z.string().min(32), media: z.string().min(32) });
export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets of a demo installation: made once, kept in `DATA_DIR/secrets.json`, readable by its owner alone. */
export function keptSecrets(dataDir: string): Secrets {
  const make = () => JSON.stringify({ jwt: randomText(), media: randomText() } satisfies Secrets);
  return secretsSchema.parse(JSON.parse(kept(dataDir, 'secrets.json', make)));
}

/** The key of a demo installation's pictures and patient IDs, kept in `DATA_DIR/data.key`. */
export function keptDataKeys(dataDir: string): string {
  return kept(dataDir, 'data.key', makeDataKey);
}

/**
 * Two processes that start together end with the same content: linking a finished file into place fails
 * for the second, which then reads what the first wrote.
 */
function kept(dataDir: string, name: string, make: () => string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const path = join(dataDir, name);
  return readIfPresent(path) ?? writeOnce(path, make());
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function writeOnce(path: string, content: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
    return content;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return readFileSync(path, 'utf8');
  } finally {
    unlinkSync(draft);
  }
}

function randomText(): string {
  return randomBytes(48).toString('base64url');
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
