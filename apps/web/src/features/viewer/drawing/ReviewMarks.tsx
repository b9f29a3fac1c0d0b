import classes from './Drawing.module.css';
import type { MarkState, ReviewMark } from './review-marks.ts';

export const markWords: Readonly<Record<MarkState, string>> = {
  machine: 'Marked by the AI',
  changed: 'Changed by the reader',
  added: 'Added by the reader',
  rejected: 'Rejected',
};

const rejectedColour = '#9aa7b6';

/** The findings over the picture: added ones dashed, rejected ones grey and struck through. */
export function ReviewMarks({ marks, but }: { marks: readonly ReviewMark[]; but: string | null }) {
  return marks.filter(({ id }) => id !== but).map((mark) => <Mark key={mark.id} mark={mark} />);
}

function Mark({ mark: { id, path, scale, box, colour, label, state } }: { mark: ReviewMark }) {
  const line = state === 'rejected' ? rejectedColour : colour;
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  return (
    <g data-mark={id} data-state={state}>
      <g transform={`scale(${scale.x} ${scale.y})`}>
        <path d={path} className={classes.seam} />
        <path d={path} className={classes.line} data-state={state} stroke={line} fill={line} />
      </g>
      {state === 'rejected' && (
        <path d={`M${box.x} ${bottom}L${right} ${box.y}`} className={classes.strike} stroke={line} />
      )}
      <text
        className={classes.name}
        style={{ transform: `translate(${right}px, ${box.y}px) var(--upright)` }}
      >
        <tspan dx={6} textDecoration={state === 'rejected' ? 'line-through' : undefined}>
          {label}
        </tspan>
      </text>
    </g>
  );
}

interface MarksLegendProps {
  marks: readonly ReviewMark[];
  isShown: boolean;
  onToggle: () => void;
}

/** What the lines mean, of those that occur. */
export function MarksLegend({ marks, isShown, onToggle }: MarksLegendProps) {
  const states = (['machine', 'changed', 'added', 'rejected'] as const).filter((state) =>
    marks.some((mark) => mark.state === state),
  );
  if (states.length === 0) return <p className={classes.legend}>No finding is marked in this image.</p>;
  return (
    <div className={classes.legend}>
      <ul aria-label="Marks">
        {states.map((state) => (
          <li key={state}>
            <svg width={26} height={14} aria-hidden>
              <rect x={2} y={2} width={22} height={10} className={classes.line} data-state={state} />
              {state === 'rejected' && <path d="M2 12L24 2" className={classes.strike} />}
            </svg>
            {markWords[state]}
          </li>
        ))}
      </ul>
      <button type="button" aria-pressed={isShown} onClick={onToggle}>
        Show marks
      </button>
    </div>
  );
}
