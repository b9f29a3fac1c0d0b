import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeDataKey } from '../platform/crypto/key-ring.ts';

const secretsSchema = z.object({ jwt: z.string().min(32), media: z.string().min(32) });
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * The secrets of a demo installation: made once, kept in `DATA_DIR/secrets.json`, readable by its owner
 * alone.
 */
export function keptSecrets(dataDir: string): Secrets {
  const make = () => JSON.stringify({ jwt: randomText(), media: randomText() } satisfies Secrets);
  return secretsSchema.parse(JSON.parse(kept(dataDir, 'secrets.json', make).content));
}

/** What a file of secrets holds; `madeFile` names it where it was made just now. */
export interface Kept {
  readonly content: string;
  readonly madeFile: string | null;
}

/** The key of a demo installation's pictures and patient IDs, kept in `DATA_DIR/data.key`. */
export function keptDataKeys(dataDir: string): Kept {
  return kept(dataDir, 'data.key', makeDataKey);
}

/**
 * Two processes that start together end with the same content: linking a finished file into place fails
 * for the second, which then reads what the first wrote.
 */
function kept(dataDir: string, name: string, make: () => string): Kept {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const path = join(dataDir, name);
  const present = readIfPresent(path);
  return present === undefined ? writeOnce(path, make()) : { content: present, madeFile: null };
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function writeOnce(path: string, content: string): Kept {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
    return { content, madeFile: path };
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return { content: readFileSync(path, 'utf8'), madeFile: null };
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
