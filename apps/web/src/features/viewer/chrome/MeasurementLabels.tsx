import classes from '../ImageViewer.module.css';
import type { MeasurementLabel } from '../stage/stage-measurements.ts';

/** The words of the measurements, each at the right end of its drawing. */
export function MeasurementLabels({ labels }: { labels: readonly MeasurementLabel[] }) {
  return (
    <ul className={classes.measurements} aria-label="Measurements">
      {labels.map(({ id, lines, x, y }) => (
        <li key={id} className={classes.measurement} style={{ left: within(x + 10, lines), top: y }}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** CSS that keeps words within the stage at its right edge; a character of 12 px takes at most 7. */
function within(x: number, lines: readonly string[]): string {
  const width = 14 + 7 * Math.max(...lines.map((line) => line.length));
  return `min(${x}px, calc(100% - ${width}px))`;
}
