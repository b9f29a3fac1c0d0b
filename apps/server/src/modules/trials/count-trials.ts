import { trialCountsReply } from '@second-read/contract/trials';
import { type App, callerOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { usageOf } from './charge.ts';

/** GET /api/trials/count/ */
export function countTrials(app: App, context: AppContext): void {
  app.get(
    '/api/trials/count/',
    { schema: { tags: ['trials'], response: { 200: trialCountsReply } } },
    async (request) => {
      const usage = await usageOf(callerOf(request).userId, context);
      return usage.map(({ serviceType, used, allowed }) => ({
        service_type: serviceType,
        trial_count: Math.max(0, allowed - used),
      }));
    },
  );
}
