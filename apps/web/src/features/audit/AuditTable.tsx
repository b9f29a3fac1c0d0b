import type { AuditEntry } from '@second-read/contract/audit';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDate } from '../../ui/format-date.ts';
import classes from './Audit.module.css';
import { wordsOfEntry } from './entry-words.ts';

/** Entries as a table; on a narrow screen each is a card whose cells name themselves. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">About</th>
          <th scope="col">From where</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.sequence} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry }: { entry: AuditEntry }) {
  const words = wordsOfEntry(entry);
  const details =
    words !== null
      ? [words]
      : Object.entries(entry.details).map(([name, value]) => `${name}: ${wordOf(value)}`);
  return (
    <tr>
      <td data-label="When">
        <time dateTime={entry.at}>{formatDate(entry.at)}</time>
      </td>
      <td data-label="Who">{entry.user ?? 'nobody signed in'}</td>
      <td data-label="What">
        {entry.action}
        {entry.outcome === 'failure' && (
          <span className={classes.failure}>
            <IconAlertTriangle size={14} aria-hidden /> failure
          </span>
        )}
        {details.length > 0 && <small className={classes.details}>{details.join(' · ')}</small>}
      </td>
      <td data-label="About" className={classes.subject}>
        {entry.subject ?? '–'}
      </td>
      <td data-label="From where">{entry.address ?? entry.user_agent ?? '–'}</td>
    </tr>
  );
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
