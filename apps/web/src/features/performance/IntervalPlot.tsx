import classes from './FigureTable.module.css';

interface IntervalPlotProps {
  /** 0 to 1. */
  value: number;
  interval: readonly [number, number] | null;
}

/** A share as a point with its interval on a line from 0 to 1; the numbers stand beside it. */
export function IntervalPlot({ value, interval }: IntervalPlotProps) {
  const at = (share: number) => 4 + Math.min(1, Math.max(0, share)) * 112;
  return (
    <svg viewBox="0 0 120 12" width="120" height="12" aria-hidden="true">
      <line className={classes.scale} x1={at(0)} x2={at(1)} y1="6" y2="6" />
      {interval && (
        <line className={classes.interval} x1={at(interval[0])} x2={at(interval[1])} y1="6" y2="6" />
      )}
      <circle className={classes.point} cx={at(value)} cy="6" r="3.5" />
    </svg>
  );
}
