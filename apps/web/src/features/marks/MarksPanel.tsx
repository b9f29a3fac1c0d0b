import { Slider } from '@mantine/core';
import type { MarksReply } from '@second-read/contract/marks';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { hasOrder } from '@second-read/core/report/marks-of';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { marksQuery, noteMarksShown } from '../../api/reports/marks.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import type { ShownPicture } from '../../ui/picture/shown-picture.ts';
import { MarkedPicture } from './MarkedPicture.tsx';
import classes from './Marks.module.css';

interface MarksPanelProps {
  reportId: string;
  manifest: ModuleManifest;
  shown: ShownPicture;
}

/** More or fewer of the machine's marks than its report shows; nothing of the report changes. */
export function MarksPanel(props: MarksPanelProps) {
  const query = useQuery(marksQuery(props.reportId, props.shown.slice));
  if (query.isError) {
    return (
      <StatusLine onRetry={() => void query.refetch()} isBusy={query.isFetching}>
        The marks could not be loaded.
      </StatusLine>
    );
  }
  if (!query.data || !hasOrder(query.data.marks)) return null;
  return <Marks key={props.shown.slice} {...props} reply={query.data} />;
}

function Marks({
  reportId,
  manifest,
  shown: { picture, size, slice, words },
  reply,
}: MarksPanelProps & { reply: MarksReply }) {
  const { marks, own } = reply;
  const [shown, setShown] = useState(own);
  const note = useMutation({
    mutationFn: (shown: number) => noteMarksShown(reportId, { shown, slice }),
  });
  const labelId = useId();
  const last = marks[shown - 1];
  return (
    <details className={classes.panel}>
      <summary>More or fewer marks{words && ` on ${words}`}</summary>
      <p className={classes.quiet}>
        The machine’s places in their order. The report shows {own} of {marks.length}
        {words && ' here'}; nothing of it changes here.
      </p>
      <MarkedPicture marks={marks.slice(0, shown)} manifest={manifest} picture={picture} size={size} />
      <p id={labelId} className={classes.count} aria-live="polite">
        {shown} of {marks.length} marks
        {last && `, scores down to ${(100 * last.score).toFixed(1)} %`}
        {shown === own && ' (as reported)'}
      </p>
      <Slider
        value={shown}
        onChange={setShown}
        onChangeEnd={(count) => note.mutate(count)}
        min={0}
        max={marks.length}
        label={null}
        marks={[{ value: own, label: 'Report' }]}
        thumbProps={{ 'aria-labelledby': labelId }}
        thumbLabel="Marks shown"
        className={classes.slider}
      />
      {note.isError && (
        <p role="alert" className={classes.quiet}>
          What you looked at could not be recorded. {note.error.message}
        </p>
      )}
    </details>
  );
}
