import classes from './ExamViewer.module.css';

interface RailProps {
  /** "Slice", "View", "Coronal". */
  label: string;
  /** Where one stands, in words. */
  words: string;
  /** From 0. */
  place: number;
  count: number;
  /** Places that show a finding, each in its color. */
  ticks: readonly { readonly id: string; readonly colour: string; readonly at: number }[];
  onPlace: (place: number) => void;
}

/** A scroll bar through the pictures of an exam, with a mark wherever a finding shows. */
export function Rail({ label, words, place, count, ticks, onPlace }: RailProps) {
  return (
    <div className={classes.rail}>
      <div className={classes.track}>
        <div className={classes.ticks} aria-hidden>
          {ticks.map(({ id, colour, at }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a finding may have two marks at one place
              key={`${id} ${at} ${index}`}
              className={classes.tick}
              style={{ left: `${share(at, count)}%`, background: colour }}
            />
          ))}
        </div>
        <input
          type="range"
          className={classes.slider}
          aria-label={label}
          aria-valuetext={words}
          min={1}
          max={count}
          value={place + 1}
          onChange={(event) => onPlace(event.currentTarget.valueAsNumber - 1)}
        />
      </div>
      <output
        className={classes.place}
        data-testid={`exam-place${label === 'Slice' || label === 'View' ? '' : `-${label.toLowerCase()}`}`}
      >
        {words}
      </output>
    </div>
  );
}

function share(place: number, count: number): number {
  return count < 2 ? 0 : (100 * Math.min(place, count - 1)) / (count - 1);
}
