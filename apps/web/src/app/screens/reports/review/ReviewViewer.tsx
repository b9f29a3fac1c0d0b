import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import { fillPolygon } from '@second-read/core/pixels/regions/fill-polygon';
import { findingAreas } from '@second-read/core/review/finding-areas';
import { useMemo } from 'react';
import { machineLabelMapOf, reportImages } from '../../../../api/reports/reports.ts';
import { manifestOfAnalysisId } from '../../../../features/details/demo-analysis.ts';
import type { DrawingControl } from '../../../../features/review/drawing-task.ts';
import type { Wish } from '../../../../features/review/use-review.ts';
import { ViewerMessage } from '../../../../features/viewer/chrome/ViewerMessage.tsx';
import { reviewMarks } from '../../../../features/viewer/drawing/review-marks.ts';
import { useFindingMarks } from '../../../../features/viewer/findings/use-finding-marks.ts';
import { useStoredPictures } from '../../../../features/viewer/source/use-stored-pictures.ts';
import { StatusLine } from '../../../../ui/page/StatusLine.tsx';
import { DrawnPicture } from './DrawnPicture.tsx';
import { colourOf, machineMarks, markedFindings } from './marked-findings.ts';
import type { Leaving } from './use-leaving.ts';

interface ReviewViewerProps {
  reply: ReportReply;
  review: ReviewReply;
  control: DrawingControl;
  leaving: Leaving;
  onChange: (wish: Wish) => void;
}

/** The picture of a report with the findings as its reader left them, where they are drawn and measured. */
export function ReviewViewer({ reply, review, control, leaving, onChange }: ReviewViewerProps) {
  const manifest = manifestOfAnalysisId(reply.id);
  const urls = reportImages(manifest, reply);
  const pictures = useStoredPictures({ reply, urls, types: manifest.findingTypes });
  const found = useFindingMarks(machineLabelMapOf(manifest, reply));
  const { width, height, spacing_mm: spacing = null } = reply.study;
  const size = useMemo(() => ({ width, height }), [width, height]);
  const labels = found.status === 'ready' ? found.found.labels : null;
  const machine = useMemo(
    () => labels && { labels, drawn: machineMarks(review, { manifest, picture: size, labels }) },
    [labels, review, manifest, size],
  );
  const marks = useMemo(
    () => reviewMarks(markedFindings(review, manifest), machine, size),
    [review, manifest, machine, size],
  );
  const startOf = (finding: string) => {
    const outline = review.outlines[finding];
    if (outline) return fillPolygon(outline, size) ?? null;
    const isSameSize = labels?.width === size.width && labels.height === size.height;
    return (machine && isSameSize && findingAreas(machine.labels, machine.drawn).get(finding)) || null;
  };
  return (
    <>
      {pictures.isError && (
        <StatusLine onRetry={() => void pictures.refetch()} isBusy={pictures.isFetching}>
          The image could not be loaded. {pictures.error.message}
        </StatusLine>
      )}
      {found.status === 'failed' && (
        <StatusLine onRetry={found.retry}>The machine's marks could not be loaded.</StatusLine>
      )}
      <DrawnPicture
        {...{ review, control, leaving, onChange, size, spacing, marks, startOf }}
        label="Image under review"
        picture={pictures.data?.original ?? null}
        placeholder={
          <ViewerMessage kind={pictures.isError ? 'broken' : 'empty'}>
            {pictures.isError ? 'The image could not be loaded.' : 'Opening the image…'}
          </ViewerMessage>
        }
        windowPresets={manifest.windowPresets}
        colourOf={(type) => colourOf(manifest, type)}
      />
    </>
  );
}
