import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './ExamViewer.module.css';
import type { SliceMark } from './exam-marks.ts';

interface ExamPictureProps {
  slice: StoredSlice;
  /** Absent until the links are there. */
  url: string | undefined;
  marks: readonly SliceMark[];
  label: string;
  onStep: (by: number) => void;
  onEnd: (end: 'first' | 'last') => void;
  onFinding: (direction: 1 | -1) => void;
  onFail: () => void;
}

/**
 * One slice with the outlines of its findings. Wheel and keys lead through the stack, `n` and `p` to the
 * findings.
 */
export function ExamPicture(props: ExamPictureProps) {
  const { slice, url, marks, label, onStep, onEnd, onFinding, onFail } = props;
  const ref = useWheel(onStep);
  const { width, height } = slice;
  const size = { width: width ?? 1, height: height ?? 1 };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move({ onStep, onEnd, onFinding });
  };
  const found = marks.map((mark) => mark.label).join(', ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture, not a form
    <div
      ref={ref}
      className={classes.stage}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that keys move must take the focus
      tabIndex={0}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <svg
        className={classes.picture}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={found === '' ? label : `${label}: ${found}`}
      >
        {url !== undefined && <image href={url} {...size} onError={onFail} />}
        {marks.map(({ id, label: name, colour, box }) => (
          <rect
            key={`${id} ${box.x} ${box.y}`}
            className={classes.mark}
            data-testid="exam-mark"
            x={box.x - 2}
            y={box.y - 2}
            width={box.width + 4}
            height={box.height + 4}
            stroke={colour}
          >
            <title>{name}</title>
          </rect>
        ))}
      </svg>
    </div>
  );
}

type Moves = Pick<ExamPictureProps, 'onStep' | 'onEnd' | 'onFinding'>;

const moves: Readonly<Record<string, (to: Moves) => void>> = {
  ArrowDown: ({ onStep }) => onStep(1),
  ArrowUp: ({ onStep }) => onStep(-1),
  PageDown: ({ onStep }) => onStep(10),
  PageUp: ({ onStep }) => onStep(-10),
  Home: ({ onEnd }) => onEnd('first'),
  End: ({ onEnd }) => onEnd('last'),
  n: ({ onFinding }) => onFinding(1),
  p: ({ onFinding }) => onFinding(-1),
};

/** React listens to the wheel passively: the page would scroll with the stack. */
function useWheel(onStep: (by: number) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const step = useRef(onStep);
  step.current = onStep;
  useEffect(() => {
    const element = ref.current;
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      step.current(Math.sign(event.deltaY));
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  return ref;
}
