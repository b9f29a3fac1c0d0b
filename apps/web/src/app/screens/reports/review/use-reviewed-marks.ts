import type { ReviewReply } from '@second-read/contract/reviews';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { fillPolygon } from '@second-read/core/pixels/regions/fill-polygon';
import { findingAreas } from '@second-read/core/review/finding-areas';
import { useMemo } from 'react';
import { reviewMarks } from '../../../../features/viewer/drawing/review-marks.ts';
import { useFindingMarks } from '../../../../features/viewer/findings/use-finding-marks.ts';
import { machineMarks, markedFindings, outlineOf, type PlacedSlice } from './marked-findings.ts';

interface Reviewed {
  readonly review: ReviewReply;
  readonly manifest: ModuleManifest;
  readonly size: { readonly width: number; readonly height: number };
  /** The machine's label map; null until its link is there. */
  readonly labelMap: Parameters<typeof useFindingMarks>[0];
  /** The slice of an exam that is shown. */
  readonly on?: PlacedSlice;
}

/** The findings on an image, and where an outline begins; `retry` loads again what could not be had. */
export function useReviewedMarks({ review, manifest, size, labelMap, on }: Reviewed) {
  const found = useFindingMarks(labelMap);
  const labels = found.status === 'ready' ? found.found.labels : null;
  const machine = useMemo(
    () => labels && { labels, drawn: machineMarks(review, { manifest, size, labels, on }) },
    [labels, review, manifest, size, on],
  );
  const marks = useMemo(
    () => reviewMarks(markedFindings(review, manifest, on), machine, size),
    [review, manifest, on, machine, size],
  );
  const startOf = (finding: string) => {
    const outline = outlineOf(review, finding, on);
    if (outline) return fillPolygon(outline, size) ?? null;
    const isSameSize = labels?.width === size.width && labels.height === size.height;
    return (machine && isSameSize && findingAreas(machine.labels, machine.drawn).get(finding)) || null;
  };
  return { marks, startOf, retry: found.status === 'failed' ? found.retry : null };
}
