import { type VerifyReply, verifyReply } from '@second-read/contract/reviews';
import {
  assignReply,
  type ReadersReply,
  readersReply,
  type WorklistMine,
  type WorklistMineRequest,
  type WorklistQuery,
  type WorklistReply,
  worklistMineReply,
  worklistReply,
} from '@second-read/contract/worklist';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../calls/client.ts';
import { isLiveNow } from '../live/live.ts';

/** Holds that run out are no event: even a list that is told of changes asks sometimes. */
const refreshMs = () => (isLiveNow() ? 120_000 : 30_000);

function fetchWorklist(query: WorklistQuery, signal: AbortSignal): Promise<WorklistReply> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return request(`/api/worklist/?${new URLSearchParams(given)}`, { schema: worklistReply, signal });
}

/** What waits for a reader, the most urgent first; asked for again while the screen is seen. */
export function worklistQuery(filters: Omit<WorklistQuery, 'after' | 'limit'>) {
  return infiniteQueryOptions({
    queryKey: ['worklist', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      fetchWorklist({ ...filters, ...(pageParam !== null && { after: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: refreshMs,
  });
}

/** What is new to the user, and the user's filters. */
export function worklistMineQuery() {
  return queryOptions({
    queryKey: ['worklist', 'mine'],
    queryFn: ({ signal }): Promise<WorklistMine> =>
      request('/api/worklist/mine/', { schema: worklistMineReply, signal }),
    refetchInterval: refreshMs,
  });
}

export function changeMine(json: WorklistMineRequest): Promise<WorklistMine> {
  return request('/api/worklist/mine/', { method: 'PATCH', json, schema: worklistMineReply });
}

/** Whom reports can be given to. */
export function readersQuery() {
  return queryOptions({
    queryKey: ['readers'],
    queryFn: ({ signal }): Promise<ReadersReply> =>
      request('/api/worklist/readers/', { schema: readersReply, signal }),
  });
}

/** Gives a report to a reader, or takes it back (`null`). */
export function assignReport(reportId: string, username: string | null) {
  const path = `/api/worklist/${encodeURIComponent(reportId)}/assignee/`;
  if (username === null) return request(path, { method: 'DELETE', schema: assignReply });
  return request(path, { method: 'POST', json: { username }, schema: assignReply });
}

/** What is told of a signed report to anyone who has its code. */
export function fetchVerification(code: string, signal: AbortSignal): Promise<VerifyReply> {
  return request(`/api/verify/${encodeURIComponent(code)}/`, { schema: verifyReply, signal });
}
