import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { toStagePoint } from '../geometry/stage-matrix.ts';
import type { MeasurementLabel } from '../measuring/measurement-labels.ts';
import classes from '../Stage.module.css';
import type { Stage } from '../stage.ts';
import { ArrowText } from './ArrowText.tsx';

export interface LabelsHandle {
  /** Follows the image; called after each drawing, outside React. */
  follow(): void;
}

interface MeasurementLabelsProps {
  stage: Stage | null;
  labels: readonly MeasurementLabel[];
  ref: Ref<LabelsHandle>;
}

/** The words of the measurements, each at the right end of its drawing; of an arrow where it begins. */
export function MeasurementLabels({ stage, labels, ref }: MeasurementLabelsProps) {
  const list = useRef<HTMLUListElement>(null);
  const follow = () => place(list.current, stage);
  useImperativeHandle(ref, () => ({ follow }));
  useLayoutEffect(follow);
  return (
    <ul ref={list} className={classes.measurements} aria-label="Measurements">
      {labels.map(({ id, lines, isWritten }) =>
        lines.length === 0 && !isWritten ? null : (
          <li key={id} data-id={id} className={classes.measurement}>
            {isWritten && stage ? (
              <ArrowText stage={stage} id={id} />
            ) : (
              lines.map((line) => <span key={line}>{line}</span>)
            )}
          </li>
        ),
      )}
    </ul>
  );
}

function place(list: HTMLUListElement | null, stage: Stage | null): void {
  const matrix = stage?.matrix();
  if (!list || !stage || !matrix) return;
  // The text of an arrow is at its end, not at its tip.
  const points = new Map(
    stage.measurements().map(({ id, tool, points }) => [id, tool === 'arrow' ? points.slice(1) : points]),
  );
  for (const item of list.querySelectorAll<HTMLElement>('[data-id]')) {
    const places = (points.get(item.dataset.id ?? '') ?? []).map(([x, y]) => toStagePoint(matrix, { x, y }));
    const x = Math.max(...places.map((each) => each[0]));
    const y = places.find((each) => each[0] === x)?.[1] ?? 0;
    // Within the stage at its right edge.
    item.style.left = `min(${x + 10}px, calc(100% - ${item.offsetWidth}px))`;
    item.style.top = `${y}px`;
  }
}
