import { manifestOf } from '@second-read/analyses/manifests';
import type { WorklistItem } from '@second-read/contract/worklist';
import { stateWords } from '@second-read/core/review/states';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { resolveImageUrl } from '../../api/calls/client.ts';
import { formatDate, formatExam } from '../../ui/format/format-date.ts';
import { inUnits } from '../../ui/format/lengths.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import { isWithin } from '../../ui/free-key.ts';
import { IconClockExclamation } from '../../ui/icons/frame-icons.ts';
import { HoverPicture } from '../../ui/table/HoverPicture.tsx';
import { PatientIdText } from '../../ui/table/PatientIdText.tsx';
import { AssignMenu } from './AssignMenu.tsx';
import classes from './Worklist.module.css';
import { waitingWords } from './waiting-words.ts';

const urgencyWords = { urgent: 'Urgent', finding: 'Finding', open: 'Open', none: 'Routine' } as const;

export const worklistColumns = [
  ...['Patient', 'Exam', 'Type', 'Finding', 'Urgency', 'State', 'Assigned to', 'Waiting', 'Source'],
] as const;

interface WorklistTableProps {
  items: readonly WorklistItem[];
  isShown: (column: string) => boolean;
  /** Report of the row that the keys have reached. */
  chosen: string | null;
  /** Moment of the user's look before this one; what came after it is new. */
  seenBefore: string | null;
  onChoose: (reportId: string) => void;
}

/** Unsigned reports as a dense table; on a narrow screen each is a card whose cells name themselves. */
export function WorklistTable({ items, isShown, chosen, seenBefore, onChoose }: WorklistTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {worklistColumns.filter(isShown).map((name) => (
            <th key={name} scope="col" data-label={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row
            key={item.report_id}
            item={item}
            isShown={isShown}
            isChosen={item.report_id === chosen}
            isNew={seenBefore !== null && item.created_at > seenBefore}
            onChoose={() => onChoose(item.report_id)}
          />
        ))}
      </tbody>
    </table>
  );
}

const sources = { file: 'Upload', pacs: 'PACS', series: 'Series' } as const;

interface RowProps {
  isShown: (column: string) => boolean;
  item: WorklistItem;
  isChosen: boolean;
  isNew: boolean;
  onChoose: () => void;
}

function Row({ item, isShown, isChosen, isNew, onChoose }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <tr
      ref={row}
      data-chosen={isChosen || undefined}
      aria-current={isChosen || undefined}
      // Whoever assigns a report has not asked to see it.
      onClick={({ target }) => isWithin(target, 'button, [role="menu"]') || onChoose()}
    >
      {worklistColumns.filter(isShown).map((column) => (
        <td
          key={column}
          data-label={column}
          data-urgency={column === 'Urgency' ? item.urgency.level : undefined}
        >
          {column === 'Patient' ? (
            <PatientCell item={item} isNew={isNew} />
          ) : column === 'Waiting' ? (
            <WaitingCell item={item} />
          ) : column === 'Assigned to' ? (
            <AssignMenu item={item} />
          ) : (
            cells[column]?.(item)
          )}
        </td>
      ))}
    </tr>
  );
}

const cells: Readonly<Record<string, (item: WorklistItem) => string>> = {
  Exam: ({ exam_date: date, exam_time: time }) => (date ? formatExam({ date, time }) : 'Not in the file'),
  Type: ({ module }) => manifestOf(module).card.title,
  Finding: ({ finding }) => inUnits(finding),
  Urgency: ({ read_first: isHidden, urgency }) => (isHidden ? 'Hidden' : urgencyWords[urgency.level]),
  State: ({ state, version, mine, reader }) => {
    const name = reader?.full_name || reader?.username;
    const by = mine ? ' by you' : name ? ` by ${name}` : '';
    if (version === 1) return `${stateWords[state]}${by}`;
    return state === 'in_review' ? `Amendment in review${by}` : `${stateWords[state]}, amendment open${by}`;
  },
  Source: ({ source }) => sources[source],
};

function PatientCell({ item, isNew }: { item: WorklistItem; isNew: boolean }) {
  const worklist = useLocation().search;
  return (
    <>
      <HoverPicture src={item.picture_url && resolveImageUrl(item.picture_url)}>
        <Link to={`/analysis/${item.report_id}`} state={{ worklist }}>
          <PatientIdText id={item.patient_id} />
        </Link>
      </HoverPicture>
      {item.patient_name && (
        <span className={classes.name}>{visibleText(item.patient_name.replaceAll('^', ' ').trim())}</span>
      )}
      {item.accession_number && <span className={classes.name}>{visibleText(item.accession_number)}</span>}
      {isNew && <span className={classes.new}>New</span>}
    </>
  );
}

function WaitingCell({ item }: { item: WorklistItem }) {
  return (
    <>
      {waitingWords(item.waiting_seconds)}
      {item.is_overdue && (
        <span className={classes.overdue} title={`Was due ${formatDate(item.due_at)}`}>
          <IconClockExclamation size={14} aria-hidden /> overdue
        </span>
      )}
    </>
  );
}
