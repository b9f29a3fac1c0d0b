import { manifestOf } from '@second-read/analyses/manifests';
import type { AgreementReply } from '@second-read/contract/opinions';
import classes from './Agreement.module.css';

type Line = AgreementReply['modules'][number];

/** Per module: how often readers who read first and the machine call the same reports abnormal. */
export function AgreementTable({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return <p>No opinion was given before a result yet.</p>;
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {['Type', 'Readers', 'Reports', 'Agreement', 'Kappa', 'Reader alone', 'Machine alone'].map(
              (head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.module} ${line.of}`}>
              <th scope="row">{manifestOf(line.module).historyLabel}</th>
              <td>{line.of === 'caller' ? 'You' : 'All'}</td>
              <td>{line.n}</td>
              <td>{line.observed === null ? '–' : `${(100 * line.observed).toFixed(1)} %`}</td>
              <td>{line.kappa === null ? '–' : line.kappa.toFixed(2)}</td>
              <td>{line.reader_only}</td>
              <td>{line.machine_only}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
