import { useState } from 'react';
import classes from './FigureTable.module.css';
import type { Figure, Metrics } from './read-metrics.ts';

/** Figures shown before the rest is asked for. */
const firstFigures = 16;

/** Measured figures with their uncertainty, group by group, each group with what was evaluated. */
export function FigureTable({ title, metrics }: { title: string; metrics: Metrics }) {
  const [isWhole, setWhole] = useState(metrics.figures.length <= firstFigures + 4);
  const shown = isWhole ? metrics.figures : metrics.figures.slice(0, firstFigures);
  return (
    <>
      <FigureRows title={title} metrics={{ ...metrics, figures: shown }} />
      {!isWhole && (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          Show all {metrics.figures.length} figures
        </button>
      )}
    </>
  );
}

function FigureRows({ title, metrics }: { title: string; metrics: Metrics }) {
  const groups = [...new Set(metrics.figures.map(({ group }) => group))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={`${title}: measured figures`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Value</th>
            <th scope="col">95 % interval</th>
            <th scope="col" className={classes.plot}>
              0 to 1
            </th>
            <th scope="col">Cases</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group}>
            {group !== '' && (
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={5}>
                  {group}
                  {metrics.notes
                    .filter((note) => note.group === group)
                    .map(({ text }) => (
                      <span key={text}>{text}</span>
                    ))}
                </th>
              </tr>
            )}
            {metrics.figures
              .filter((figure) => figure.group === group)
              .map((figure) => (
                <FigureRow key={figure.name} figure={figure} />
              ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function FigureRow({ figure: { name, value, interval, cases } }: { figure: Figure }) {
  const isCount = Number.isInteger(value) && interval === null && cases === null;
  const isShare = value >= 0 && value <= 1 && !isCount;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{rounded(value)}</td>
      <td>{interval ? `${rounded(interval[0])} to ${rounded(interval[1])}` : !isCount && 'not given'}</td>
      <td className={classes.plot}>{isShare && <IntervalPlot value={value} interval={interval} />}</td>
      <td>{cases ?? (!isCount && 'not given')}</td>
    </tr>
  );
}

function rounded(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(3);
}

interface IntervalPlotProps {
  /** 0 to 1. */
  value: number;
  interval: readonly [number, number] | null;
}

/** A share as a point with its interval on a line from 0 to 1; the numbers stand beside it. */
function IntervalPlot({ value, interval }: IntervalPlotProps) {
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
