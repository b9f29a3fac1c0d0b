import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { ConfigurationError } from '../../config/environment.ts';
import type { AppContext } from '../../context.ts';
import { findKey } from '../../platform/crypto/key-ring.ts';
import { keyNotAmong } from '../../platform/database/key-columns.ts';

type Tools = Pick<AppContext, 'db' | 'config'>;

/**
 * Throws `ConfigurationError` if something stored is encrypted under a missing key: any sealed column, or all
 * heads of the audit trail (one known key is enough there, since older ones may be removed after rotation).
 * A key file created by this start is deleted, so that it does not pass for the lost one.
 */
export async function requireDataKeys(tools: Tools): Promise<void> {
  const missing = (await missingKey(tools)) ?? (await missingTrailKey(tools));
  if (missing === undefined) return;
  const { keys, madeKeyFile } = tools.config;
  if (madeKeyFile) await rm(madeKeyFile, { force: true });
  const given = madeKeyFile ? 'no key was given' : `given: ${keys.map(({ id }) => id).join(', ')}`;
  throw new ConfigurationError(
    `What is stored was sealed under the data key ${missing}, which is not there (${given}). Set DATA_KEYS or DATA_KEY_FILE to the keys of this installation, or put its data.key back into DATA_DIR.`,
  );
}

async function missingKey({ db, config }: Tools): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(keyNotAmong(config.keys.map(({ id }) => id)));
  return rows[0]?.id;
}

async function missingTrailKey({ db, config }: Tools): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`SELECT DISTINCT key_id AS id FROM audit_heads`);
  const isOneThere = rows.some(({ id }) => findKey(config.keys, id) !== undefined);
  return isOneThere ? undefined : rows[0]?.id;
}
