import classes from './Evaluations.module.css';
import type { Curve } from './read-metrics.ts';

const size = { width: 320, height: 240, left: 40, right: 12, top: 12, bottom: 36 };

/** One measured curve; its end points are also said in words. */
export function CurvePlot({ curve }: { curve: Curve }) {
  const { points, name, xLabel, yLabel } = curve;
  const xMax = upper(points.map(({ x }) => x));
  const yMax = upper(points.map(({ y }) => y));
  const xAt = (x: number) => size.left + (x / xMax) * (size.width - size.left - size.right);
  const yAt = (y: number) => size.height - size.bottom - (y / yMax) * (size.height - size.top - size.bottom);
  const line = points.map(({ x, y }) => `${xAt(x).toFixed(1)},${yAt(y).toFixed(1)}`).join(' ');
  return (
    <figure className={classes.figure}>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`${name}: ${yLabel} over ${xLabel}`}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share} className={classes.axis}>
            <line x1={size.left} x2={size.width - size.right} y1={yAt(share * yMax)} y2={yAt(share * yMax)} />
            <text x={size.left - 6} y={yAt(share * yMax) + 4} textAnchor="end">
              {tick(share * yMax)}
            </text>
            <text x={xAt(share * xMax)} y={size.height - size.bottom + 16} textAnchor="middle">
              {tick(share * xMax)}
            </text>
          </g>
        ))}
        <polyline points={line} className={classes.line} />
        <text
          x={(size.left + size.width) / 2}
          y={size.height - 4}
          textAnchor="middle"
          className={classes.label}
        >
          {xLabel}
        </text>
      </svg>
      <figcaption>
        {name}: {yLabel} over {xLabel}
      </figcaption>
    </figure>
  );
}

/** 1 for shares; otherwise the largest value. */
function upper(values: readonly number[]): number {
  return Math.max(1, ...values);
}

function tick(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}
