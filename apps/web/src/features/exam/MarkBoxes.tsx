import { roomOfBox as room } from '../../stage/painting/marks-over.ts';
import classes from './ExamViewer.module.css';
import type { SliceMark } from './exam-marks.ts';

/** The findings in a picture, boxed or as a reader outlined them, in its pixels; to stand within an SVG. */
export function MarkBoxes({ marks }: { marks: readonly SliceMark[] }) {
  return marks.map(({ id, label, colour, box, outline }) => {
    const mark = { className: classes.mark, 'data-testid': 'exam-mark', stroke: colour };
    const key = `${id} ${box.x} ${box.y}`;
    if (outline) {
      const points = outline.map(({ x, y }) => `${x},${y}`).join(' ');
      return (
        <g key={key}>
          <polygon points={points} className={classes.seam} />
          <polygon {...mark} points={points} data-by="reader">
            <title>{`${label}, outlined by the reader`}</title>
          </polygon>
        </g>
      );
    }
    return (
      <rect
        key={key}
        {...mark}
        x={box.x - room}
        y={box.y - room}
        width={box.width + 2 * room}
        height={box.height + 2 * room}
      >
        <title>{label}</title>
      </rect>
    );
  });
}
