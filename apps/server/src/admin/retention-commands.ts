import { z } from 'zod';
import type { AdminContext } from '../modules/accounts/index.ts';
import { type AdminCall, type AdminCommand, UsageError } from './command.ts';
import { countExpired, eraseExpired } from './erase-expired.ts';

const dayMs = 86_400_000;

export const retentionCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'retention show',
    {
      usage: 'retention show --days <days>',
      explanation: 'the number of older analyses, reports and sessions',
      options: ['days'],
      run: async (call, context) => {
        const { analyses, reports, sessions } = await countExpired(
          { before: cutoff(call, context) },
          context,
        );
        call.say(`${analyses} analyses with ${reports} reports, and ${sessions} ended sessions`);
        return 0;
      },
    },
  ],
  [
    'retention apply',
    {
      usage: 'retention apply --days <days>',
      explanation:
        'permanently erases older analyses, reports and images, and sessions that ended before; can be interrupted and run beside the server. The audit trail stays, with an entry for each; backups are not changed',
      options: ['days'],
      run: async (call, context) => {
        const erased = await eraseExpired({ before: cutoff(call, context) }, context);
        call.say(`${erased.analyses} analyses with ${erased.reports} reports erased`);
        call.say(`${erased.sessions} ended sessions erased`);
        return 0;
      },
    },
  ],
]);

function cutoff({ options }: AdminCall, { now }: AdminContext): Date {
  const days = z.coerce.number().int().min(1).max(36_500).safeParse(options.days);
  if (!days.success) throw new UsageError('--days is a whole number from 1 on.');
  return new Date(now().getTime() - days.data * dayMs);
}
