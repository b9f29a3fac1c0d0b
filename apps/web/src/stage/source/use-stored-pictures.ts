import type { ReportReply } from '@second-read/contract/reports';
import type { FindingType } from '@second-read/core/analysis/manifest';
import type { ImageRole } from '@second-read/core/report/document';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { loadStoredPictures } from './stored-pictures.ts';

interface Source {
  readonly reply: ReportReply;
  readonly urls: Readonly<Partial<Record<ImageRole, string>>>;
  readonly types: readonly FindingType[];
}

/** The pictures of a stored report, decoded. */
export function storedPicturesQuery({ reply, urls, types }: Source) {
  return queryOptions({
    // A link is signed anew now and then; which file it leads to says the version.
    queryKey: ['stored-pictures', reply.id, urls.segmented?.split('?')[0]],
    queryFn: ({ signal }) => loadStoredPictures({ urls, types, study: reply.study }, signal),
    // A report does not change; its pictures are large, so they are let go soon after.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    // Canvases are compared as what they are.
    structuralSharing: false,
  });
}

export function useStoredPictures(source: Source) {
  return useQuery(storedPicturesQuery(source));
}
