import { manifestOf } from '@second-read/analyses/manifests';
import type { WorklistItem, WorklistReply } from '@second-read/contract/worklist';
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchReportAhead, reportImages } from '../../../api/reports/reports.ts';
import { worklistQuery } from '../../../api/reports/worklist.ts';
import type { NextCase } from '../../../features/review/sign/SignedNotice.tsx';

/** The reader has begun with the case on the screen; what it still loads goes first. */
const restMs = 3_000;
const keptMs = 10 * 60_000;

/**
 * Fetches the pictures of the report after this one in the worklist that led here, while this one is read.
 * What is fetched so stands in the trail as fetched ahead; opening it is recorded then.
 */
export function useNextCase(id: string, isShown: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => {
      const next = caseAfter(id, client);
      // What does not come now is fetched when it is opened, and its failure told there.
      if (next) fetchAhead(next, client).catch(() => {});
    }, restMs);
    return () => clearTimeout(timer);
  }, [id, isShown, client]);
}

/**
 * The case to go on with once `id` is signed: the next of the list that led here, else the first that waits.
 */
export function useCaseToOpen(id: string, isSigned: boolean): NextCase | null {
  const client = useQueryClient();
  // Found before it is signed: the list does not have it afterwards.
  const [after] = useState(() => caseAfter(id, client));
  const first = useInfiniteQuery({ ...worklistQuery({}), enabled: isSigned && after === undefined });
  const waiting = first.data?.pages[0]?.items.find(({ report_id }) => report_id !== id);
  const next = after ?? waiting;
  return next ? { to: `/analysis/${next.report_id}`, patient: next.patient_id } : null;
}

/**
 * The next report of the list that was seen last and has this one: that nobody else reads, unless an opinion
 * comes before its result.
 */
function caseAfter(id: string, client: QueryClient): WorklistItem | undefined {
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: ['worklist', 'list'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { state } of lists) {
    const list = state.data as InfiniteData<WorklistReply> | undefined;
    const items = list?.pages.flatMap((page) => page.items) ?? [];
    const at = items.findIndex((item) => item.report_id === id);
    const next = items.slice(at + 1).find((item) => !item.read_first && (item.reader === null || item.mine));
    if (at >= 0 && next) return next;
  }
  return undefined;
}

async function fetchAhead(next: WorklistItem, client: QueryClient): Promise<void> {
  const manifest = manifestOf(next.module);
  const reply = await client.fetchQuery({
    queryKey: ['report-ahead', next.report_id],
    queryFn: ({ signal }) => fetchReportAhead(manifest, next.report_id, signal),
    staleTime: keptMs,
    gcTime: keptMs,
  });
  // An exam has its slices fetched as they are shown.
  if (reply.exam !== undefined) return;
  const { storedPicturesQuery } = await import('../../../stage/source/use-stored-pictures.ts');
  const source = { reply, urls: reportImages(manifest, reply), types: manifest.findingTypes };
  await client.prefetchQuery({ ...storedPicturesQuery(source), gcTime: keptMs });
}
