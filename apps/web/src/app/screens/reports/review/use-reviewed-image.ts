import { moduleOf } from '@second-read/analyses/catalogue';
import type { ReportReply } from '@second-read/contract/reports';
import type { Spacing } from '@second-read/core/review/outline-measures';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { examSlicesQuery } from '../../../../api/reports/queries.ts';
import { type ExamSlicePicture, machineLabelMapOf, reportImages } from '../../../../api/reports/reports.ts';
import { manifestOfAnalysisId } from '../../../../features/details/demo-analysis.ts';
import { loadSlice } from '../../../../stage/source/load-slice.ts';
import { loadOriginal } from '../../../../stage/source/stored-pictures.ts';
import type { PlacedSlice } from './marked-findings.ts';

/** The image that is reviewed: that of a report, or one of an exam; with what is drawn in its pixels. */
export function useReviewedImage(reply: ReportReply, at: PlacedSlice | undefined) {
  const manifest = manifestOfAnalysisId(reply.id);
  const kind = moduleOf(manifest.id).exam?.noun === 'view' ? 'imager' : 'calibrated';
  const slices = useQuery({ ...examSlicesQuery(reply.id), enabled: at !== undefined });
  const own = slices.data?.find(({ file }) => file === at?.file);
  const { original } = reportImages(manifest, reply);
  const picture = useQuery({
    queryKey: ['reviewed-picture', reply.id, at?.file],
    queryFn: async ({ signal }) => {
      if (own) return loadSlice(own, { displayWindow: manifest.displayWindow, spacing: kind, signal });
      return original === undefined ? null : loadOriginal(original, reply.study, signal);
    },
    enabled: at === undefined || own !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });
  const { width, height } = at ?? reply.study;
  return {
    picture: picture.data ?? null,
    isError: picture.isError || slices.isError,
    isFetching: picture.isFetching,
    retry: () => void (at ? slices.refetch() : Promise.resolve()).then(() => picture.refetch()),
    size: useMemo(() => ({ width: width ?? 1, height: height ?? 1 }), [width, height]),
    spacing: at ? spacingOf(own, kind) : (reply.study.spacing_mm ?? null),
    labelMap: at
      ? own?.machineLabelsUrl
        ? { manifest, reportId: `${reply.id} ${at.file}`, url: own.machineLabelsUrl }
        : null
      : machineLabelMapOf(manifest, reply),
  };
}

/** Size of a pixel; a mammogram states it at the detector. */
function spacingOf(own: ExamSlicePicture | undefined, kind: Spacing['kind']): Spacing | null {
  return own?.pixelMm ? { ...own.pixelMm, kind } : null;
}
