import type { ReviewReply } from '@second-read/contract/reviews';
import type { Box } from '@second-read/core/pixels/plane';
import { effectiveChanges } from '@second-read/core/review/undone';
import { createPortal } from 'react-dom';
import classes from '../../../../features/viewer/drawing/Drawing.module.css';
import type { Ends } from '../../../../features/viewer/drawing/MeasureEnds.tsx';

interface MeasureBarProps {
  barAt: HTMLElement | null;
  label: string;
  unit: 'mm' | 'px';
  onEnd: () => void;
}

/** What to do, and the way out: each move is kept at once. */
export function MeasureBar({ barAt, label, unit, onEnd }: MeasureBarProps) {
  if (!barAt) return null;
  return createPortal(
    <section className={classes.bar} aria-label={label}>
      <p className={classes.words} role="status">
        {label}: drag an end of the line, or move it with the arrow keys. The length of the line is kept
        {unit === 'px' && ' in pixels: the image states no spacing'}.
      </p>
      <div className={classes.tools}>
        <button type="button" className={classes.keep} onClick={onEnd}>
          Done
        </button>
      </div>
    </section>,
    barAt,
  );
}

/** Where the line lay last; else across the finding, or in the middle of the picture. */
export function startEnds(
  { changes }: ReviewReply,
  of: { finding: string; quantity: string; slice: number | undefined },
  { box, size }: { box: Box | null; size: { width: number; height: number } },
): Ends {
  const last = effectiveChanges(changes).findLast(
    (change) =>
      change.kind === 'measure' &&
      change.finding === of.finding &&
      change.name === of.quantity &&
      change.slice === of.slice,
  );
  if (last?.kind === 'measure' && last.ends) return last.ends;
  const { x, y, width, height } = box ?? {
    ...{ x: size.width * 0.4, y: size.height / 2 },
    ...{ width: size.width * 0.2, height: 0 },
  };
  return width >= height
    ? [
        { x, y: y + height / 2 },
        { x: x + width, y: y + height / 2 },
      ]
    : [
        { x: x + width / 2, y },
        { x: x + width / 2, y: y + height },
      ];
}
