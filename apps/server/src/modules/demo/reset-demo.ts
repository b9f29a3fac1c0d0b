import { z } from 'zod';
import { type App, callerOf, clientOf } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { isDemoOrganisation } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { resetReviews } from '../reviews/index.ts';

/** `POST /api/demo/reset/`: the reports of the demo as the engines made them, for who has it alone. */
export function demoRoutes(app: App, context: AppContext): void {
  const schema = {
    tags: ['reviews'],
    summary: 'Drops all reviews and signatures of the demo organization',
    response: { 200: z.object({ versions: z.number().int() }) },
  };
  app.post('/api/demo/reset/', { schema }, async (request) => {
    const by = callerOf(request);
    const versions = await context.db.transaction(async (tx) => {
      if (!(await isDemoOrganisation(tx, by.organisationId)))
        throw new Problem('invalid_request', 'Only the reports of the demo can be reset.');
      const dropped = await resetReviews(tx, by.organisationId);
      const event = { action: 'reports.reviews_reset', by, from: clientOf(request) } as const;
      await recordAudit(tx, { ...event, details: { versions: dropped } }, context);
      return dropped;
    });
    return { versions };
  });
}
