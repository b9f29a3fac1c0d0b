import { z } from 'zod';
import type { AdminContext } from '../modules/accounts/index.ts';
import { type AdminCall, type AdminCommand, UsageError } from './command.ts';
import { countExpired, eraseExpired } from './erase-expired.ts';
import { earlierClock, shareOf } from './retention-clock.ts';

const dayMs = 86_400_000;

export const retentionCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'retention show',
    {
      usage: 'retention show --days <days>',
      explanation: 'the number of older analyses, reports and sessions',
      options: ['days'],
      run: async (call, context) => {
        const before = await cutoff(call, context);
        const { analyses, reports, sessions } = await countExpired({ before }, context);
        call.say(`${analyses} analyses with ${reports} reports, and ${sessions} ended sessions`);
        return 0;
      },
    },
  ],
  [
    'retention apply',
    {
      usage: 'retention apply --days <days> [--confirm <number>]',
      explanation:
        'permanently erases older analyses, reports and images, and sessions that ended before; can be interrupted and run beside the server. The audit trail stays, with an entry for each; backups are not changed. More than a quarter of all analyses only with their number as confirmation',
      options: ['days', 'confirm?'],
      run: async (call, context) => {
        const before = await cutoff(call, context);
        const { expired, all, isLarge } = await shareOf({ before }, context);
        if (isLarge && call.options.confirm !== String(expired)) {
          call.say(
            `This erases ${expired} of ${all} analyses, made before ${before.toISOString()}. Nothing was erased.`,
          );
          call.say(`If that is right, add --confirm ${expired}`);
          return 1;
        }
        const erased = await eraseExpired({ before }, context);
        call.say(`${erased.analyses} analyses with ${erased.reports} reports erased`);
        call.say(`${erased.sessions} ended sessions erased`);
        return 0;
      },
    },
  ],
]);

async function cutoff({ options }: AdminCall, context: AdminContext): Promise<Date> {
  const days = z.coerce.number().int().min(1).max(36_500).safeParse(options.days);
  if (!days.success) throw new UsageError('--days is a whole number from 1 on.');
  return new Date((await earlierClock(context)).getTime() - days.data * dayMs);
}
