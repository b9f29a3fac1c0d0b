import { markedTypes } from '@second-read/analyses/marked-types';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useQuery } from '@tanstack/react-query';
import type { FindingMarks } from './finding-marks.ts';
import { loadFindingMarks } from './load-finding-marks.ts';

/** `absent`: nothing was read yet, or the report has no label map. */
export type FindingMarksState =
  | { readonly status: 'absent' | 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'ready'; readonly found: FindingMarks };

interface Source {
  readonly manifest: ModuleManifest;
  readonly reportId: string;
  /** Of the label map. */
  readonly url: string;
}

/** Where the findings of a report lie. */
export function useFindingMarks(source: Source | null): FindingMarksState {
  const query = useQuery({
    // A link is signed anew now and then; which file it leads to says the version.
    queryKey: ['finding-marks', source?.reportId, source?.url.split('?')[0]],
    queryFn: ({ signal }) => {
      if (!source) throw new Error('No report to draw the findings of');
      return loadFindingMarks(source.url, markedTypes(source.manifest), signal);
    },
    enabled: source !== null,
    // A report does not change; its label map is large, so it is let go soon after.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  if (!source) return { status: 'absent' };
  if (query.data) return { status: 'ready', found: query.data };
  if (query.isError) return { status: 'failed', retry: () => void query.refetch() };
  return { status: 'loading' };
}
