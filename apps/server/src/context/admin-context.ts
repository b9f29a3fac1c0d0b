import type { Config } from '../config/config.ts';
import type { AdminContext } from '../modules/accounts/index.ts';
import { openBlobs, openStoredBlobs } from '../platform/blobs/open-blobs.ts';
import { findPostmaster } from '../platform/database/embedded/postmaster.ts';
import { joinEmbedded, ownEmbedded } from '../platform/database/embedded.ts';
import { openDatabase } from '../platform/database/open.ts';
import { openOffHost } from '../platform/off-host/open-off-host.ts';

/** Opens what administration needs, beside a running server or alone, and closes it after `use`. */
export async function withAdminContext<T>(
  config: Config,
  use: (context: AdminContext) => Promise<T>,
): Promise<T> {
  const server = await databaseServer(config);
  try {
    const { pool, db } = await openDatabase(server.url, { connections: 4 });
    try {
      const blobs = await openBlobs(config);
      const stored = await openStoredBlobs(config);
      return await use({ config, db, pool, blobs, stored, openOffHost, now: () => new Date() });
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
  }
}

async function databaseServer({ database }: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (database.kind === 'url') return { url: database.url, stop: async () => {} };
  if (findPostmaster(database.folder)?.state === 'ready') return joinEmbedded(database.folder);
  return ownEmbedded({ folder: database.folder });
}
