import { preferences, preferencesReply } from '@second-read/contract/preferences';
import { type App, callerOf } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { preferencesOf, storePreferences } from './preferences.repository.ts';

const path = '/api/accounts/preferences/';

/** GET and PATCH /api/accounts/preferences/: what the caller has set for itself. */
export function preferencesRoutes(app: App, { db, now }: Pick<AppContext, 'db' | 'now'>): void {
  const shown = { tags: ['accounts'], response: { 200: preferencesReply } };
  app.get(path, { schema: { ...shown, summary: 'What the caller has set for itself' } }, async (request) => ({
    preferences: await preferencesOf(db, callerOf(request).userId),
  }));
  const changing = { ...shown, summary: 'Changes the fields that are sent', body: preferences };
  app.patch(path, { schema: changing }, async (request) => {
    const { userId, isDemo } = callerOf(request);
    if (isDemo)
      throw new Problem(
        'forbidden',
        'The demo account is shared by everybody: its settings stay as they are.',
      );
    await storePreferences(db, userId, { changed: request.body, now: now() });
    return { preferences: await preferencesOf(db, userId) };
  });
}
