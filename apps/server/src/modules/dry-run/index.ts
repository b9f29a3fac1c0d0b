import { dryRunReply, dryRunRequest } from '@second-read/contract/settings';
import { type App, callerOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { effectsOf } from './effects.ts';

/** `POST /api/organization/settings/dry-run/`: what a change would do; nothing is stored. */
export function dryRunRoutes(app: App, context: AppContext): void {
  const schema = {
    tags: ['organization'],
    summary: 'What a change of settings would do, in sentences; nothing is changed',
    body: dryRunRequest,
    response: { 200: dryRunReply },
  };
  app.post('/api/organization/settings/dry-run/', { schema }, async (request) => ({
    effects: await effectsOf(request.body.settings, callerOf(request), context),
  }));
}
