import type { BatchResultsReply, SliceResult } from '@second-read/contract/batches';
import { imageWords } from '@second-read/core/report/part-of';
import { Link } from 'react-router';
import { formatDate } from '../../../ui/format/format-date.ts';
import classes from './BatchResults.module.css';
import { progressWords, stopWords } from './batch-words.ts';

/** Every slice of a series that arrived, the most urgent first; each leads to its report. */
export function BatchResults({ reply }: { reply: BatchResultsReply }) {
  const { batch, patient_id: patientId, results } = reply;
  return (
    <>
      <p className={classes.summary} role="status">
        {`Patient ${patientId}, ${formatDate(batch.created_at)}. ${progressWords(batch)}. ${stopWords(batch)}`.trim()}
      </p>
      {batch.report_id !== null && (
        <p className={classes.summary}>
          <Link className={classes.link} to={`/analysis/${encodeURIComponent(batch.report_id)}`}>
            Open the report of the exam
          </Link>
        </p>
      )}
      {results.length === 0 ? (
        <p className={classes.summary}>No slice has arrived yet.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Slice</th>
              <th scope="col">Result</th>
              <th scope="col">Report</th>
            </tr>
          </thead>
          <tbody>
            {results.map((slice) => (
              <SliceRow key={slice.slice} result={slice} of={batch.slices} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const stateWords: Readonly<Record<SliceResult['state'], string>> = {
  queued: 'Waiting',
  running: 'Analyzing',
  completed: '',
  refused: 'Refused',
  failed: 'Failed',
  cancelled: 'Canceled',
};

function SliceRow({ result, of }: { result: SliceResult; of: number }) {
  const { slice, state, report_id: reportId, has_findings: hasFindings, words } = result;
  return (
    <tr data-found={hasFindings || undefined}>
      <td
        className={classes.slice}
      >{`${slice} of ${of}${imageWords(result.instance_number ?? undefined, slice)}`}</td>
      <td>
        {stateWords[state] && <span className={classes.state}>{stateWords[state]}</span>}
        {state !== 'cancelled' && <span className={classes.words}>{words}</span>}
      </td>
      <td>
        {reportId && (
          <Link className={classes.link} to={`/analysis/${encodeURIComponent(reportId)}`}>
            {`Open slice ${slice}`}
          </Link>
        )}
      </td>
    </tr>
  );
}
