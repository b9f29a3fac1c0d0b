import { Link } from 'react-router';
import classes from './OperatingPoints.module.css';
import points from './operating-points.json';

/** What it finds and what it gets wrong, in figures that the evaluations wrote. */
export function OperatingPoints({ performancePath }: { performancePath: string }) {
  return (
    <section className={classes.section} aria-labelledby="figures-title">
      <h2 id="figures-title" className={classes.title}>
        What it finds, and what it gets wrong
      </h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Looked for</th>
            <th scope="col">Named, of 100</th>
            <th scope="col">Wrongly named</th>
            <th scope="col">Measured on</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ what, named, wrong, measuredOn }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{named}</td>
              <td>{wrong}</td>
              <td>{measuredOn}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>
        As reports are written, on public data; no clinical study has been done.{' '}
        <Link to={performancePath}>All figures with their uncertainty</Link>
      </p>
    </section>
  );
}
