import {
  type AuditFilters,
  type AuditReply,
  auditReply,
  patientAccessReply,
} from '@second-read/contract/audit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { bearerOf } from '../account/session.ts';
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

/** Who saw what of a patient, newest first. */
export function fetchPatientAccess(patientId: string, before: number | null, signal: AbortSignal) {
  const json = { patient_id: patientId, ...(before !== null && { before }) };
  return request('/api/audit/patient/', { method: 'POST', json, schema: patientAccessReply, signal });
}

/** The same, all of it, as a CSV file. @throws ApiError */
export function fetchPatientAccessCsv(patientId: string): Promise<Blob> {
  return fetchCsv('/api/audit/patient/export/', { patient_id: patientId });
}

/**
 * All matching entries as a CSV file.
 * @throws ApiError
 */
export function fetchAuditCsv(filters: AuditFilters): Promise<Blob> {
  return fetchCsv(`/api/audit/export/?${searchOf(filters)}`);
}

function fetchCsv(path: string, json?: object): Promise<Blob> {
  return authorised(
    async (access) => {
      const init = json && { method: 'POST', body: JSON.stringify(json) };
      const headers = { ...bearerOf(access), ...(json && { 'content-type': 'application/json' }) };
      const response = await fetch(apiHost + path, { ...init, headers }).catch((error: unknown) => {
        throw isAbort(error) ? error : noResponse();
      });
      return { status: response.status, body: await response.text() };
    },
    ({ status, body }) => {
      if (status !== 200) readReply(status, body, auditReply);
      // Reading the text took its byte order mark away.
      return new Blob(['\ufeff', body], { type: 'text/csv' });
    },
  );
}
