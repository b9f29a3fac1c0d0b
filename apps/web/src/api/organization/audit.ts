import { type AuditFilters, type AuditReply, auditReply } from '@second-read/contract/audit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { authorised, request } from '../calls/client.ts';
import { isAbort, noResponse } from '../calls/errors.ts';
import { apiHost } from '../calls/host.ts';
import { readReply } from '../calls/read-reply.ts';

const pageSize = 50;

function searchOf(filters: AuditFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
}

function fetchTrail(filters: AuditFilters, before: number | null, signal: AbortSignal): Promise<AuditReply> {
  const search = searchOf(filters);
  search.set('limit', String(pageSize));
  if (before !== null) search.set('before', String(before));
  return request(`/api/audit/?${search}`, { schema: auditReply, signal });
}

/** The organisation's trail, newest first, a page at a time. */
export function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) => fetchTrail(filters, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/**
 * All matching entries as a CSV file.
 * @throws ApiError
 */
export function fetchAuditCsv(filters: AuditFilters): Promise<Blob> {
  return authorised(
    async (access) => {
      const headers = { authorization: `Bearer ${access}` };
      const url = `${apiHost}/api/audit/export/?${searchOf(filters)}`;
      const response = await fetch(url, { headers }).catch((error: unknown) => {
        throw isAbort(error) ? error : noResponse();
      });
      return { status: response.status, body: await response.text() };
    },
    ({ status, body }) => {
      if (status !== 200) readReply(status, body, auditReply);
      return new Blob([body], { type: 'text/csv' });
    },
  );
}
