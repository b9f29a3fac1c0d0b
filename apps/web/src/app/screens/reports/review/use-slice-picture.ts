import type { Spacing } from '@second-read/core/review/outline-measures';
import { useQuery } from '@tanstack/react-query';
import type { ExamSlicePicture } from '../../../../api/reports/reports.ts';
import { decodePicture } from '../../../../features/viewer/source/decode-picture.ts';
import { fetchPicture } from '../../../../features/viewer/source/load-source.ts';
import type { Picture } from '../../../../features/viewer/source/picture.ts';

/** Size of a pixel; a mammogram states it at the detector. */
export function spacingOf(own: ExamSlicePicture | undefined, noun: 'slice' | 'view'): Spacing | null {
  const pixel = own?.pixelMm;
  return pixel ? { ...pixel, kind: noun === 'view' ? 'imager' : 'calibrated' } : null;
}

interface SliceFacts {
  readonly width: number;
  readonly height: number;
  readonly spacing: Spacing | null;
}

/** The picture of a slice, decoded. */
export function useSlicePicture(reportId: string, own: ExamSlicePicture | undefined, facts: SliceFacts) {
  return useQuery({
    queryKey: ['slice-picture', reportId, own?.file],
    queryFn: async ({ signal }): Promise<Picture> => {
      const picture = await decodePicture(await fetchPicture(own?.url ?? '', signal));
      const { spacing, width, height } = facts;
      if (!spacing) return picture;
      const [xMm, yMm] = [(spacing.x * width) / picture.width, (spacing.y * height) / picture.height];
      return { ...picture, spacing: { xMm, yMm, kind: spacing.kind === 'imager' ? 'imager' : 'calibrated' } };
    },
    enabled: own !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });
}
