import { readKeyParams, readKeyReply, readKeyRequest, readKeysReply } from '@second-read/contract/accounts';
import { z } from 'zod';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { notFound, Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import { recordAudit } from '../../audit/index.ts';
import { digestOfSecret, newSecret, textOfKey } from './read-key-text.ts';
import { countReadKeys, insertReadKey, readKeysOf, revokeReadKey } from './read-keys.repository.ts';

const mostKeys = 20;
const tags = ['accounts'];

/** /api/accounts/read-keys/: the caller's own keys for DICOMweb. A key is shown once, where it is made. */
export function readKeyRoutes(app: App, context: AppContext): void {
  const { db, now } = context;
  const url = '/api/accounts/read-keys/';
  app.get(url, { schema: { tags, response: { 200: readKeysReply } } }, async (request) => {
    const rows = await readKeysOf(db, callerOf(request).userId);
    return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name, created_at: createdAt.toISOString() },
      last_used_at: lastUsedAt?.toISOString() ?? null,
    }));
  });
  app.post(
    url,
    { schema: { tags, body: readKeyRequest, response: { 201: readKeyReply } } },
    async (request, reply) => {
      const caller = callerOf(request);
      const { userId } = caller;
      const { name } = request.body;
      if (caller.isDemo) throw new Problem('forbidden', 'The shared demo account has no keys.');
      if ((await countReadKeys(db, userId)) >= mostKeys)
        throw new Problem('change_refused', `An account has at most ${mostKeys} keys. Revoke one first.`);
      const [at, secret] = [now(), newSecret()];
      const id = uuidV7(at);
      await db.transaction(async (tx) => {
        await insertReadKey(tx, { id, userId, name, digest: digestOfSecret(secret), createdAt: at });
        const event = { action: 'account.read_key_created', by: caller, from: clientOf(request) } as const;
        await recordAudit(tx, { ...event, subjectId: id }, context);
      });
      const made = { id, name, created_at: at.toISOString(), last_used_at: null };
      return reply.code(201).send({ ...made, key: textOfKey({ id, secret }) });
    },
  );
  app.delete(
    `${url}:id/`,
    { schema: { tags, params: readKeyParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params;
      const isRevoked = await db.transaction(async (tx) => {
        if (!(await revokeReadKey(tx, { id, userId: caller.userId }, now()))) return false;
        const event = { action: 'account.read_key_revoked', by: caller, from: clientOf(request) } as const;
        await recordAudit(tx, { ...event, subjectId: id }, context);
        return true;
      });
      if (!isRevoked) throw notFound('Key');
      return reply.code(204).send(null);
    },
  );
}
