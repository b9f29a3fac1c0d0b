import { type Preferences, preferencesReply } from '@second-read/contract/preferences';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../calls/client.ts';

const path = '/api/accounts/preferences/';

/** What the signed-in account has set for itself. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => (await request(path, { schema: preferencesReply, signal })).preferences,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Changes the fields that are given. @returns all of them as they are now */
export async function changePreferences(change: Preferences): Promise<Preferences> {
  return (await request(path, { method: 'PATCH', json: change, schema: preferencesReply })).preferences;
}
