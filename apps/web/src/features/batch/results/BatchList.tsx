import { manifestOf } from '@second-read/analyses/manifests';
import type { BatchesReply } from '@second-read/contract/batches';
import { Link } from 'react-router';
import { formatDate } from '../../../ui/format/format-date.ts';
import classes from './BatchResults.module.css';
import { progressWords, stopWords } from './batch-words.ts';

/** The user's own series, newest first. */
export function BatchList({ batches }: { batches: BatchesReply }) {
  if (batches.length === 0) {
    return (
      <p className={classes.summary}>
        No series yet. Open several DICOM files or a ZIP on an analysis screen, then start its analysis.
      </p>
    );
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Series</th>
          <th scope="col">Results</th>
        </tr>
      </thead>
      <tbody>
        {batches.map((batch) => (
          <tr key={batch.id}>
            <td className={classes.words}>
              <strong className={classes.patient}>{batch.patient_id}</strong>
              {`${manifestOf(batch.module).title}, ${formatDate(batch.created_at)}. ${progressWords(batch)}. ${stopWords(batch)}`.trim()}
            </td>
            <td className={classes.slice}>
              <Link className={classes.link} to={`/series/${batch.id}`}>
                Open the results
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
