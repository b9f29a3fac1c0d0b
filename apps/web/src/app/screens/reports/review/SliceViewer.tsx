import { moduleOf } from '@second-read/analyses/catalogue';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { fillPolygon } from '@second-read/core/pixels/regions/fill-polygon';
import { findingAreas } from '@second-read/core/review/finding-areas';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { examSlicesQuery } from '../../../../api/reports/queries.ts';
import type { ExamSlicePicture } from '../../../../api/reports/reports.ts';
import type { DrawingControl } from '../../../../features/review/drawing-task.ts';
import type { Wish } from '../../../../features/review/use-review.ts';
import { ViewerMessage } from '../../../../features/viewer/chrome/ViewerMessage.tsx';
import { reviewMarks } from '../../../../features/viewer/drawing/review-marks.ts';
import { useFindingMarks } from '../../../../features/viewer/findings/use-finding-marks.ts';
import { StatusLine } from '../../../../ui/page/StatusLine.tsx';
import { DrawnPicture } from './DrawnPicture.tsx';
import { examColour, machineMarksOn, markedOnSlice, outlineOn, type PlacedSlice } from './marked-slice.ts';
import classes from './ReviewViewer.module.css';
import type { Leaving } from './use-leaving.ts';
import { spacingOf, useSlicePicture } from './use-slice-picture.ts';

interface SliceViewerProps {
  reportId: string;
  manifest: ModuleManifest;
  review: ReviewReply;
  at: PlacedSlice;
  /** From 0 among the pictures that were read, and how many there are. */
  place: number;
  count: number;
  control: DrawingControl;
  leaving: Leaving;
  onChange: (wish: Wish) => void;
}

/** A slice of an exam, or a view, where findings are outlined and measured. */
export function SliceViewer(props: SliceViewerProps) {
  const { reportId, manifest, review, at, place, count, control, leaving, onChange } = props;
  const slices = useQuery(examSlicesQuery(reportId));
  const own = slices.data?.find(({ file }) => file === at.file);
  const noun = moduleOf(manifest.id).exam?.noun ?? 'slice';
  const size = useMemo(() => ({ width: at.width ?? 1, height: at.height ?? 1 }), [at.width, at.height]);
  const spacing = spacingOf(own, noun);
  const picture = useSlicePicture(reportId, own, { ...size, spacing });
  const { marks, startOf, problem } = useSliceMarks(props, { own, size });
  const again = () => void slices.refetch().then(() => picture.refetch());
  return (
    <div className={classes.slice}>
      {(picture.isError || problem) && (
        <StatusLine
          onRetry={() => {
            again();
            problem?.();
          }}
          isBusy={picture.isFetching}
        >
          The image or its marks could not be loaded.
        </StatusLine>
      )}
      <DrawnPicture
        {...{ review, control, leaving, onChange, size, spacing, marks, startOf }}
        label={`${noun === 'view' ? 'View' : 'Slice'} ${place + 1} of ${count} under review`}
        picture={picture.data ?? null}
        placeholder={
          <ViewerMessage kind={picture.isError ? 'broken' : 'empty'}>
            {picture.isError ? 'The image could not be loaded.' : 'Opening the image…'}
          </ViewerMessage>
        }
        colourOf={(type) => examColour(manifest, type)}
        on={{ slice: at.slice, words: `${noun} ${place + 1}` }}
      />
    </div>
  );
}

interface SlicePlace {
  readonly own: ExamSlicePicture | undefined;
  readonly size: { readonly width: number; readonly height: number };
}

/** The findings on the slice, and where an outline begins; `problem`: tries again what could not be had. */
function useSliceMarks({ reportId, manifest, review, at }: SliceViewerProps, { own, size }: SlicePlace) {
  const url = own?.machineLabelsUrl ?? '';
  const found = useFindingMarks(url === '' ? null : { manifest, reportId: `${reportId} ${at.file}`, url });
  const labels = found.status === 'ready' ? found.found.labels : null;
  const machine = useMemo(
    () => labels && { labels, drawn: machineMarksOn(review, manifest, { at, labels }) },
    [labels, review, manifest, at],
  );
  const marks = useMemo(
    () => reviewMarks(markedOnSlice(review, manifest, at), machine, size),
    [review, manifest, at, machine, size],
  );
  const startOf = (finding: string) => {
    const outline = outlineOn(review, finding, at);
    if (outline) return fillPolygon(outline, size) ?? null;
    const isSameSize = labels?.width === size.width && labels.height === size.height;
    return (machine && isSameSize && findingAreas(machine.labels, machine.drawn).get(finding)) || null;
  };
  return { marks, startOf, problem: found.status === 'failed' ? found.retry : null };
}
