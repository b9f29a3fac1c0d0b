import type { AuditEntry } from '@second-read/contract/audit';
import { useRef } from 'react';
import { describeAgent } from '../../ui/format/describe-agent.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import { IconAlertTriangle } from '../../ui/icons/frame-icons.ts';
import { useRowSteps } from '../../ui/table/use-row-steps.ts';
import classes from './Audit.module.css';
import { wordsOfAction } from './action-words.ts';
import { detailsOf } from './detail-words.ts';
import { wordsOfEntry } from './entry-words.ts';
import { subjectOf } from './subject-words.ts';

export const auditColumns = ['When', 'Who', 'What', 'About', 'From where'] as const;
type Column = (typeof auditColumns)[number];

interface AuditTableProps {
  entries: readonly AuditEntry[];
  isShown: (column: string) => boolean;
  /** Shows everything about one subject. */
  onSubject: (subject: string) => void;
}

/** Entries as a table; on a narrow screen each is a card whose cells name themselves. */
export function AuditTable({ entries, isShown, onSubject }: AuditTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowSteps(body, 'Audit trail');
  const columns = auditColumns.filter(isShown);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {entries.map((entry) => (
          <tr key={entry.sequence} data-row tabIndex={-1}>
            {columns.map((column) => (
              <td key={column} data-label={column}>
                <Cell column={column} entry={entry} onSubject={onSubject} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps extends Pick<AuditTableProps, 'onSubject'> {
  column: Column;
  entry: AuditEntry;
}

function Cell({ column, entry, onSubject }: CellProps) {
  if (column === 'When') return <time dateTime={entry.at}>{formatDate(entry.at)}</time>;
  if (column === 'Who') return entry.user ?? 'no account';
  if (column === 'What') return <What entry={entry} />;
  if (column === 'About') return <About entry={entry} onSubject={onSubject} />;
  return <From entry={entry} />;
}

/** What was done; a sentence that says it all stands alone. */
function What({ entry }: { entry: AuditEntry }) {
  const sentence = wordsOfEntry(entry);
  const details = sentence === null ? detailsOf(entry.details) : [sentence];
  return (
    <>
      <span title={entry.action}>{wordsOfAction(entry.action)}</span>
      {entry.outcome === 'failure' && (
        <span className={classes.failure}>
          <IconAlertTriangle size={14} aria-hidden /> failure
        </span>
      )}
      {details.length > 0 && <small className={classes.details}>{details.join(' · ')}</small>}
    </>
  );
}

/** The address, and the browser or program in a few words. */
function From({ entry: { address, user_agent: agent } }: Pick<CellProps, 'entry'>) {
  if (agent === null) return address ?? '–';
  return (
    <span title={agent}>{[address, describeAgent(agent)].filter((part) => part !== null).join(' · ')}</span>
  );
}

/** The whole id stands in the address of the list that the button leads to, and in the CSV. */
function About({ entry, onSubject }: Omit<CellProps, 'column'>) {
  const { subject } = entry;
  const about = subjectOf(entry);
  if (subject === null || about === null) return '–';
  return (
    <button type="button" className={classes.subject} title={subject} onClick={() => onSubject(subject)}>
      {about.words}
      {about.code !== null && <code> …{about.code}</code>}
    </button>
  );
}
