import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import { scannerWords } from '@second-read/core/report/part-of';
import classes from './ExamViewer.module.css';
import type { ShownFinding } from './exam-marks.ts';

interface SliceRailProps {
  noun: 'Slice' | 'View';
  /** From 0. */
  place: number;
  slices: readonly StoredSlice[];
  findings: readonly ShownFinding[];
  onPlace: (place: number) => void;
}

/** The scroll bar of a stack, with a mark at every slice that shows a finding. */
export function SliceRail({ noun, place, slices, findings, onPlace }: SliceRailProps) {
  const count = slices.length;
  const number = slices[place]?.instanceNumber ?? undefined;
  const words = `${noun} ${place + 1} of ${count}${scannerWords(number)}`;
  return (
    <div className={classes.rail}>
      <div className={classes.track}>
        <div className={classes.ticks} aria-hidden>
          {findings.flatMap(({ id, colour, places }) =>
            places.map((at) => (
              <span
                key={`${id} ${at}`}
                className={classes.tick}
                style={{ left: `${share(at, count)}%`, background: colour }}
              />
            )),
          )}
        </div>
        <input
          type="range"
          className={classes.slider}
          aria-label={noun}
          aria-valuetext={words}
          min={1}
          max={count}
          value={place + 1}
          onChange={(event) => onPlace(event.currentTarget.valueAsNumber - 1)}
        />
      </div>
      <output className={classes.place} data-testid="exam-place">
        {words}
      </output>
    </div>
  );
}

function share(place: number, count: number): number {
  return count < 2 ? 0 : (100 * place) / (count - 1);
}
