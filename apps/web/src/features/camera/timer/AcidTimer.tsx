import classes from '../Camera.module.css';
import {
  type AcidState,
  beforeAcid,
  clockWords,
  secondsLeft,
  secondsSince,
  skipTimer,
  startTimer,
} from './acid-timer.ts';
import { now, useNow } from './use-now.ts';

interface AcidTimerProps {
  state: AcidState;
  waitSeconds: number;
  onChange: (state: AcidState) => void;
}

/** Before or after acetic acid, which every picture is labeled with, and the minute between. */
export function AcidTimer({ state, waitSeconds, onChange }: AcidTimerProps) {
  const isTimed = state.acid === 'after' && state.appliedAt !== null;
  const time = Math.max(useNow(isTimed), isTimed ? (state.appliedAt ?? 0) : 0);
  const left = secondsLeft(state, time, waitSeconds);
  return (
    <section className={classes.timer} aria-label="Acetic acid">
      <fieldset className={classes.moments}>
        <legend className={classes.hidden}>Pictures are taken</legend>
        <Moment
          label="Before acid"
          isChosen={state.acid === 'before'}
          onChoose={() => onChange(beforeAcid)}
        />
        <Moment
          label="After acid"
          isChosen={state.acid === 'after'}
          onChoose={() => onChange(skipTimer(state))}
        />
      </fieldset>
      <div className={classes.clock}>
        <span role="timer" className="tabular">
          {clockOf(state, left, secondsSince(state, time))}
        </span>
        <button type="button" className={classes.small} onClick={() => onChange(startTimer(now()))}>
          {isTimed ? 'Restart' : 'Start timer'}
        </button>
        {left !== null && left > 0 && (
          <button type="button" className={classes.small} onClick={() => onChange(skipTimer(state))}>
            Skip
          </button>
        )}
      </div>
      {/* The minute alone is read aloud: a clock that speaks each second hides everything else. */}
      <p role="status" className={classes.hidden}>
        {left === 0 && 'The minute after acetic acid is over. Take the picture.'}
      </p>
    </section>
  );
}

function Moment({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label className={classes.moment} data-chosen={isChosen || undefined}>
      <input type="radio" name="acid" checked={isChosen} onChange={onChoose} />
      {label}
    </label>
  );
}

function clockOf(state: AcidState, left: number | null, since: number | null): string {
  if (state.acid === 'before') return 'Acid not applied';
  if (left !== null && left > 0) return `Wait ${clockWords(left)}`;
  return since === null ? 'Not timed' : `${clockWords(since)} after acid`;
}
