import { makeDataKey } from '../platform/crypto/key-ring.ts';
import type { AdminCommand } from './command.ts';
import { rotateKeys } from './rotate-keys.ts';

export const keyCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'keys make',
    {
      usage: 'keys make',
      explanation: 'prints a new data key; put it first in DATA_KEYS, then run "keys rotate"',
      worksWithoutKeys: true,
      run: async ({ say }) => {
        say(makeDataKey());
        return 0;
      },
    },
  ],
  [
    'keys rotate',
    {
      usage: 'keys rotate',
      explanation:
        're-encrypts every patient ID, image and second factor under the first of DATA_KEYS; can be interrupted and run beside the server. Keep older keys for verifying the audit trail and for backups',
      run: async ({ say }, context) => {
        const { rows, images, missing } = await rotateKeys(context);
        say(`${rows} rows resealed`);
        say(`${images} images resealed under the key ${context.config.keys[0].id}`);
        if (missing > 0) {
          say(`${missing} images named by reports are missing`);
          return 1;
        }
        say('No image and no row needs an older key. Keep it for earlier backups and audit entries.');
        return 0;
      },
    },
  ],
]);
