import type { ReportDocument } from '@second-read/core/report/document';
import { inUnits } from '../../ui/format/lengths.ts';
import classes from './ReportPanel.module.css';

/** Findings and observations in two columns, as the brain report prints them. */
export function FindingTable({ table }: { table: NonNullable<ReportDocument['table']> }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{table.head[0]}</th>
          <th scope="col">{table.head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([finding, observation]) => (
          <tr key={finding}>
            <th scope="row">{finding}</th>
            <td>{inUnits(observation)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
