import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import { fillPolygon } from '@second-read/core/pixels/regions/fill-polygon';
import { measured } from '@second-read/core/reading/measurement';
import { findingAreas } from '@second-read/core/review/finding-areas';
import { useMemo, useRef, useState } from 'react';
import { machineLabelMapOf, reportImages } from '../../../../api/reports/reports.ts';
import { manifestOfAnalysisId } from '../../../../features/details/demo-analysis.ts';
import type { DrawingControl } from '../../../../features/review/drawing-task.ts';
import { listed } from '../../../../features/review/listed-findings.ts';
import type { Wish } from '../../../../features/review/use-review.ts';
import { ViewerMessage } from '../../../../features/viewer/chrome/ViewerMessage.tsx';
import { MeasureEnds, measuredLength } from '../../../../features/viewer/drawing/MeasureEnds.tsx';
import { OverPicture, type OverPlace } from '../../../../features/viewer/drawing/OverPicture.tsx';
import { MarksLegend, ReviewMarks } from '../../../../features/viewer/drawing/ReviewMarks.tsx';
import { reviewMarks } from '../../../../features/viewer/drawing/review-marks.ts';
import { useFindingMarks } from '../../../../features/viewer/findings/use-finding-marks.ts';
import { useFindingsDisplay } from '../../../../features/viewer/findings/use-findings-display.ts';
import { ImageViewer } from '../../../../features/viewer/ImageViewer.tsx';
import type { Picture } from '../../../../features/viewer/source/picture.ts';
import { useStoredPictures } from '../../../../features/viewer/source/use-stored-pictures.ts';
import { StatusLine } from '../../../../ui/StatusLine.tsx';
import { MeasureBar, startEnds } from './MeasureTask.tsx';
import { colourOf, machineMarks, markedFindings } from './marked-findings.ts';
import { OutlineTask } from './OutlineTask.tsx';
import classes from './ReviewViewer.module.css';

interface ReviewViewerProps {
  reply: ReportReply;
  review: ReviewReply;
  control: DrawingControl;
  onChange: (wish: Wish) => void;
}

const noLayer = { layer: null, opacity: 1, onOpacity: () => {}, colours: [], hover: null };

/** The picture of a report with the findings as its reader left them, where they are drawn and measured. */
export function ReviewViewer({ reply, review, control, onChange }: ReviewViewerProps) {
  const manifest = manifestOfAnalysisId(reply.id);
  const urls = reportImages(manifest, reply);
  const pictures = useStoredPictures({ reply, urls, types: manifest.findingTypes });
  const found = useFindingMarks(machineLabelMapOf(manifest, reply));
  const display = useFindingsDisplay({ status: 'absent' });
  const [areShown, setShown] = useState(true);
  const [barAt, setBarAt] = useState<HTMLElement | null>(null);
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
  const { task } = control;
  const drawn = task && listed(review).find(({ finding }) => finding.id === task.finding);
  const startArea = () => {
    const outline = task && review.outlines[task.finding];
    if (outline) return fillPolygon(outline, size) ?? null;
    const isSameSize = labels?.width === size.width && labels.height === size.height;
    return (
      (task && machine && isSameSize && findingAreas(machine.labels, machine.drawn).get(task.finding)) || null
    );
  };
  const root = useRef<HTMLDivElement>(null);
  const end = () => {
    control.choose(null);
    root.current?.querySelector<HTMLElement>('[data-testid="viewer-stage"]')?.focus({ preventScroll: true });
  };
  const over = (place: OverPlace & { readonly picture: Picture }) => {
    const others = areShown && <ReviewMarks marks={marks} but={task?.finding ?? null} />;
    if (!task || !drawn) return <OverPicture place={place}>{others}</OverPicture>;
    const label = drawn.label;
    if (task.kind === 'outline')
      return (
        <OutlineTask
          key={task.finding}
          {...{ place, barAt, label, spacing }}
          picture={place.picture}
          colour={colourOf(manifest, drawn.finding.type)}
          start={startArea()}
          onKeep={(to) => {
            onChange({ kind: 'outline', finding: task.finding, to });
            end();
          }}
          onCancel={end}
        >
          {others}
        </OutlineTask>
      );
    const box = marks.find(({ id }) => id === task.finding)?.box ?? drawn.finding.region?.box ?? null;
    const words = `${task.label} of ${label}`;
    return (
      <>
        <MeasureEnds
          key={`${task.finding} ${task.quantity}`}
          {...{ place, spacing }}
          label={words}
          start={startEnds(review, task, { box, size })}
          onMeasured={([from, to]) => {
            const { value, unit } = measuredLength([from, to], spacing);
            const before = measured(drawn.finding.measurements, task.quantity);
            const { finding, quantity: name } = task;
            onChange({ kind: 'measure', finding, name, from: before, to: value, unit, ends: [from, to] });
          }}
        >
          {areShown && <ReviewMarks marks={marks} but={null} />}
        </MeasureEnds>
        <MeasureBar barAt={barAt} label={words} unit={control.unit} onEnd={end} />
      </>
    );
  };
  return (
    <div ref={root} className={classes.root}>
      {pictures.isError && (
        <StatusLine onRetry={() => void pictures.refetch()} isBusy={pictures.isFetching}>
          The image could not be loaded. {pictures.error.message}
        </StatusLine>
      )}
      {found.status === 'failed' && (
        <StatusLine onRetry={found.retry}>The machine's marks could not be loaded.</StatusLine>
      )}
      <div ref={setBarAt} />
      <ImageViewer
        {...noLayer}
        label="Image under review"
        picture={pictures.data?.original ?? null}
        windowPresets={manifest.windowPresets ?? []}
        onActiveType={() => {}}
        findings={{ ...display, toggleAll: () => setShown(!areShown) }}
        placeholder={
          <ViewerMessage kind={pictures.isError ? 'broken' : 'empty'}>
            {pictures.isError ? 'The image could not be loaded.' : 'Opening the image…'}
          </ViewerMessage>
        }
        over={(place) => over({ ...place, size })}
      />
      <MarksLegend marks={marks} isShown={areShown} onToggle={() => setShown(!areShown)} />
    </div>
  );
}
