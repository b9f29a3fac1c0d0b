import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import classes from './ExamViewer.module.css';
import { type ExamMoves, onExamKey } from './exam-keys.ts';
import type { SliceMark } from './exam-marks.ts';
import { MarkBoxes } from './MarkBoxes.tsx';
import { PictureGroup } from './PictureGroup.tsx';
import { useWheel } from './use-wheel.ts';

interface ExamPictureProps {
  slice: StoredSlice;
  /** Absent until the links are there. */
  url: string | undefined;
  marks: readonly SliceMark[];
  label: string;
  /** Height of a pixel over its width. */
  pixelRatio: number;
  moves: ExamMoves;
  onFail: () => void;
}

/**
 * One slice with the outlines of its findings. Wheel and keys lead through the stack, `n` and `p` to the
 * findings.
 */
export function ExamPicture({ slice, url, marks, label, pixelRatio, moves, onFail }: ExamPictureProps) {
  const ref = useWheel<HTMLDivElement>(moves.step);
  const size = { width: slice.width ?? 1, height: slice.height ?? 1 };
  const found = marks.map((mark) => mark.label).join(', ');
  return (
    <PictureGroup
      ref={ref}
      className={classes.stage}
      aria-label={label}
      onKeyDown={(event) => onExamKey(event, moves)}
    >
      <svg
        className={classes.picture}
        viewBox={`0 0 ${size.width} ${size.height * pixelRatio}`}
        role="img"
        aria-label={found === '' ? label : `${label}: ${found}`}
      >
        <g transform={`scale(1 ${pixelRatio})`}>
          {url !== undefined && <image href={url} {...size} preserveAspectRatio="none" onError={onFail} />}
          <MarkBoxes marks={marks} />
        </g>
      </svg>
    </PictureGroup>
  );
}
