import type { ProcessReply } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useQuery } from '@tanstack/react-query';
import { reportQuery } from '../../../api/reports/queries.ts';
import { type Standing, standingOfMark } from '../../../ui/format/standing.ts';

/** What the server last said of a report is taken as true for so long. */
const freshForMs = 5_000;

/**
 * What a report is by now: asked again whenever its reader comes back to the window, since it is reviewed
 * elsewhere. `isOutdated`: the screen still shows the result as it was before.
 */
export function useStanding(
  manifest: ModuleManifest,
  reply: ProcessReply | null,
): { standing: Standing; isOutdated: boolean } {
  const id = reply?.id ?? '';
  const { data } = useQuery({
    ...reportQuery(manifest, id),
    queryKey: ['report', manifest.id, id, 'standing'],
    // Without an id nothing was stored.
    enabled: id !== '',
    initialData: reply ?? undefined,
    staleTime: freshForMs,
    refetchOnWindowFocus: true,
  });
  const standing = standingOfMark(data?.review);
  const before = reply?.review;
  return {
    standing,
    isOutdated:
      standing.state !== (before?.state ?? 'preliminary') || data?.review?.version !== before?.version,
  };
}
