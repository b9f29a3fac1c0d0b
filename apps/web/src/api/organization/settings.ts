import {
  type ChangedSettings,
  dryRunReply,
  type SettingsReply,
  type SettingsRequest,
  settingsReply,
} from '@second-read/contract/settings';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../account/session.ts';
import { request } from '../calls/client.ts';

const path = '/api/organization/settings/';

/** The name and settings of the organization: every account reads them. */
export const settingsQuery = queryOptions({
  queryKey: ['organization-settings'],
  queryFn: ({ signal }) => request(path, { schema: settingsReply, signal }),
  staleTime: 30_000,
});

/** What a change would do, before it is saved; none while nothing is changed. */
export function useDryRun(settings: ChangedSettings | null): readonly string[] {
  const { data } = useQuery({
    queryKey: ['dry-run', settings],
    queryFn: ({ signal }) =>
      request(`${path}dry-run/`, { method: 'POST', json: { settings }, schema: dryRunReply, signal }),
    enabled: settings !== null,
    gcTime: 0,
  });
  return settings === null ? [] : (data?.effects ?? []);
}

/** For administrators. @throws ApiError 412 where somebody else changed them meanwhile */
export function changeOrganization(change: SettingsRequest, etag: string): Promise<SettingsReply> {
  return request(path, { method: 'PATCH', json: change, ifMatch: etag, schema: settingsReply });
}

/** Replaces the given settings, as `changeOrganization`. */
export function changeSettings(settings: ChangedSettings, etag: string): Promise<SettingsReply> {
  return changeOrganization({ settings }, etag);
}

/** Why a module takes no new work, in the administrator's words; null where it does, or while unknown. */
export function useModulesOff(): (moduleId: string) => string | null {
  const { isAuthenticated } = useSession();
  const { data } = useQuery({ ...settingsQuery, enabled: isAuthenticated });
  return (moduleId) => data?.settings.modules_off?.[moduleId]?.reason ?? null;
}
