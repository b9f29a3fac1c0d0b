import classes from './TrialMeter.module.css';
import { trialBar } from './trial-bar.ts';

interface TrialMeterProps {
  /** Whose trials, for those who hear rather than see the bar. */
  name: string;
  /** Null while unknown. */
  left: number | null;
}

/** "Trial Left:" with its count and bar. The number stands beside the colour. */
export function TrialMeter({ name, left }: TrialMeterProps) {
  const { tone, widthPercent, text } = trialBar(left);
  return (
    <div>
      <p className={classes.words}>
        <span>Trial Left:</span> <strong className="tabular">{text}</strong>
      </p>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={`${name}: trials left`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={left === null ? undefined : Math.round(widthPercent)}
        aria-valuetext={left === null ? 'not known yet' : `${text} left`}
        data-tone={tone}
      >
        <div className={classes.fill} style={{ width: `${widthPercent}%` }} />
      </div>
    </div>
  );
}
