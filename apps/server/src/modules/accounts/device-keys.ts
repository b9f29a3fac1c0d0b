import { createHmac } from 'node:crypto';
import { deviceKeysReply } from '@second-read/contract/accounts';
import { type App, callerOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { deriveKey } from '../../platform/crypto/key-ring.ts';

/**
 * GET /api/accounts/device-keys/: what a browser seals pictures with that wait for the network. They follow
 * from the data keys and the account, so that they come back with the next sign-in and no other account can
 * have them (decision 036).
 */
export function deviceKeys(app: App, { config }: Pick<AppContext, 'config'>): void {
  app.get(
    '/api/accounts/device-keys/',
    {
      schema: {
        tags: ['accounts'],
        summary: 'Keys of the account for pictures that wait in a browser, the one to seal with first',
        response: { 200: deviceKeysReply },
      },
    },
    async (request) => {
      const { userId } = callerOf(request);
      return {
        keys: config.keys.map((key) => ({
          id: key.id,
          secret: createHmac('sha256', deriveKey(key, 'pictures kept by a browser'))
            .update(userId)
            .digest('base64'),
        })),
      };
    },
  );
}
