import {
  instancesReply,
  type PacsReply,
  type PushForm,
  pacsReply,
  pushesReply,
  type StudiesQuery,
  seriesReply,
  studiesReply,
} from '@second-read/contract/pacs';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../calls/client.ts';
import { requestFile } from '../calls/files.ts';

/** Whether there is a PACS for this user; it does not change while a page is open. */
export const pacsQuery = queryOptions({
  queryKey: ['pacs'],
  queryFn: ({ signal }): Promise<PacsReply> => request('/api/pacs/', { schema: pacsReply, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

const at = (...parts: readonly string[]) => `/api/pacs/studies/${parts.join('/')}`;

/** Archives change, so search results are not cached. */
const fresh = { staleTime: 0, gcTime: 0, retry: false } as const;

export function studiesQuery(search: StudiesQuery) {
  return queryOptions({
    queryKey: ['pacs', 'studies', search],
    queryFn: ({ signal }) =>
      request(`${at()}?${new URLSearchParams(search)}`, { schema: studiesReply, signal }),
    ...fresh,
  });
}

export function seriesQuery(study: string) {
  return queryOptions({
    queryKey: ['pacs', 'series', study],
    queryFn: ({ signal }) => request(`${at(study, 'series')}/`, { schema: seriesReply, signal }),
    ...fresh,
  });
}

export function instancesQuery(study: string, series: string) {
  return queryOptions({
    queryKey: ['pacs', 'instances', study, series],
    queryFn: ({ signal }) =>
      request(`${at(study, 'series', series, 'instances')}/`, { schema: instancesReply, signal }),
    ...fresh,
  });
}

/**
 * One picture, fetched and de-identified by the server, with its origin token.
 * @throws ApiError
 */
export async function fetchPicture(
  name: { study: string; series: string; instance: string },
  signal?: AbortSignal,
): Promise<{ blob: Blob; origin: string }> {
  const { study, series, instance } = name;
  const path = `${at(study, 'series', series, 'instances', instance, 'picture')}/`;
  const { blob, origin } = await requestFile(path, signal);
  return { blob, origin: origin ?? '' };
}

interface ReportName {
  readonly manifest: ModuleManifest;
  readonly reportId: string;
}

function pushPath({ manifest, reportId }: ReportName): string {
  return `/api/${manifest.apiPath}/reports/${encodeURIComponent(reportId)}/pacs/`;
}

/** Poll interval while pushes are pending. */
const pollMs = 1_500;

/** The pushes of a report. */
export function pushesQuery(report: ReportName) {
  return queryOptions({
    queryKey: ['pushes', report.reportId],
    queryFn: ({ signal }) => request(pushPath(report), { schema: pushesReply, signal }),
    refetchInterval: ({ state }) =>
      state.data?.pushes.some((push) => push.state === 'queued') ? pollMs : false,
    ...fresh,
  });
}

/** Pushes forms. */
export function sendForms(report: ReportName, forms: readonly PushForm[]) {
  return request(pushPath(report), { method: 'POST', json: { forms }, schema: pushesReply });
}
