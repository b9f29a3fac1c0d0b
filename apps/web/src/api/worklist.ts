import { type VerifyReply, verifyReply } from '@second-read/contract/reviews';
import { type WorklistQuery, type WorklistReply, worklistReply } from '@second-read/contract/worklist';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

const refreshMs = 30_000;

function fetchWorklist(query: WorklistQuery, signal: AbortSignal): Promise<WorklistReply> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return request(`/api/worklist/?${new URLSearchParams(given)}`, { schema: worklistReply, signal });
}

/** What waits for a reader, the most urgent first; asked for again while the screen is seen. */
export function worklistQuery(filters: Omit<WorklistQuery, 'after' | 'limit'>) {
  return infiniteQueryOptions({
    queryKey: ['worklist', filters],
    queryFn: ({ pageParam, signal }) =>
      fetchWorklist({ ...filters, ...(pageParam !== null && { after: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: refreshMs,
  });
}

/** What is told of a signed report to anyone who has its code. */
export function fetchVerification(code: string, signal: AbortSignal): Promise<VerifyReply> {
  return request(`/api/verify/${encodeURIComponent(code)}/`, { schema: verifyReply, signal });
}
