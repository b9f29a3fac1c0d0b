import { resealSecondFactors } from '../modules/accounts/index.ts';
import { resealPatients } from '../modules/patients/index.ts';
import { makeDataKey } from '../platform/crypto/key-ring.ts';
import type { AdminCommand } from './command.ts';
import { storedBlobs } from './stored-blobs.ts';

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
        const rows = (await resealPatients(context)) + (await resealSecondFactors(context));
        say(`${rows} rows resealed`);
        let [done, absent] = [0, 0];
        for await (const key of storedBlobs(context.db)) {
          const isCurrent = await context.blobs.isCurrent(key);
          if (isCurrent === undefined) absent += 1;
          if (isCurrent !== false) continue;
          const found = await context.blobs.open(key);
          if (found) await context.blobs.put(key, found.stream);
          done += 1;
        }
        say(`${done} images resealed under the key ${context.config.keys[0].id}`);
        if (absent > 0) say(`${absent} images named by reports are missing`);
        return absent === 0 ? 0 : 1;
      },
    },
  ],
]);
