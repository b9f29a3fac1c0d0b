import { readKeyParams, readKeyReply, readKeyRequest, readKeysReply } from '@second-read/contract/accounts';
import { z } from 'zod';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { notFound, Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import { recordAudit } from '../../audit/index.ts';
import { checkedAccount, signInLimit } from '../sign-in/login.ts';
import { digestOfSecret, newSecret, textOfKey } from './read-key-text.ts';
import {
  countReadKeys,
  expiryOf,
  holdSession,
  insertReadKey,
  readKeysOf,
  revokeReadKey,
} from './read-keys.repository.ts';

const mostKeys = 20;
const tags = ['accounts'];

/** /api/accounts/read-keys/: the caller's own keys for DICOMweb. A key is shown once, where it is made. */
export function readKeyRoutes(app: App, context: AppContext): void {
  const { db, now } = context;
  const url = '/api/accounts/read-keys/';
  app.get(url, { schema: { tags, response: { 200: readKeysReply } } }, async (request) => {
    const rows = await readKeysOf(db, callerOf(request).userId, now());
    return rows.map(presentKey);
  });
  app.post(
    url,
    {
      config: { ...signInLimit(context) },
      schema: { tags, body: readKeyRequest, response: { 201: readKeyReply } },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const from = clientOf(request);
      const { name, ...factors } = request.body;
      await checkedAccount({ username: caller.username, ...factors }, from, context);
      // Strangers who share an account would hold keys that outlive their visit.
      if (caller.isDemo) throw new Problem('forbidden', 'The demo account is shared: it has no keys.');
      const { userId } = caller;
      const [createdAt, secret] = [now(), newSecret()];
      const id = uuidV7(createdAt);
      await db.transaction(async (tx) => {
        if (!(await holdSession(tx, caller)))
          throw new Problem('session_revoked', 'Your session has ended. Please sign in again.');
        if ((await countReadKeys(tx, userId, createdAt)) >= mostKeys)
          throw new Problem('change_refused', `An account has at most ${mostKeys} keys. Revoke one first.`);
        await insertReadKey(tx, { id, userId, name, digest: digestOfSecret(secret), createdAt });
        const event = { action: 'account.read_key_created', by: caller, from } as const;
        await recordAudit(tx, { ...event, subjectId: id }, context);
      });
      const made = presentKey({ id, name, createdAt, lastUsedAt: null });
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

type Row = Pick<Awaited<ReturnType<typeof readKeysOf>>[number], 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;

function presentKey({ id, name, createdAt, lastUsedAt }: Row) {
  return {
    ...{ id, name, created_at: createdAt.toISOString() },
    ...{ last_used_at: lastUsedAt?.toISOString() ?? null, expires_at: expiryOf({ createdAt }).toISOString() },
  };
}
