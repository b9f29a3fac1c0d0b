import { manifestOf } from '@second-read/analyses/catalogue';
import type { WorklistItem } from '@second-read/contract/worklist';
import { stateWords } from '@second-read/core/review/states';
import { IconClockExclamation } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDate, formatExam } from '../../ui/format-date.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { AssignMenu } from './AssignMenu.tsx';
import classes from './Worklist.module.css';
import { waitingWords } from './waiting-words.ts';

const urgencyWords = { urgent: 'Urgent', finding: 'Finding', open: 'Open', none: 'Routine' } as const;

interface WorklistTableProps {
  items: readonly WorklistItem[];
  /** Report of the row that the keys have reached. */
  chosen: string | null;
  /** Moment of the user's look before this one; what came after it is new. */
  seenBefore: string | null;
  onChoose: (reportId: string) => void;
}

/** Unsigned reports as a dense table; on a narrow screen each is a card whose cells name themselves. */
export function WorklistTable({ items, chosen, seenBefore, onChoose }: WorklistTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {['Patient', 'Exam', 'Type', 'Finding', 'Urgency', 'State', 'Assigned to', 'Waiting', 'Source'].map(
            (name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row
            key={item.report_id}
            item={item}
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
  item: WorklistItem;
  isChosen: boolean;
  isNew: boolean;
  onChoose: () => void;
}

function Row({ item, isChosen, isNew, onChoose }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const reader = item.reader?.full_name || item.reader?.username;
  return (
    <tr ref={row} data-chosen={isChosen || undefined} aria-current={isChosen || undefined} onClick={onChoose}>
      <td data-label="Patient">
        <Link to={`/analysis/${item.report_id}`}>{visibleText(item.patient_id)}</Link>
        {isNew && <span className={classes.new}>New</span>}
      </td>
      <td data-label="Exam">
        {item.exam_date ? formatExam({ date: item.exam_date, time: item.exam_time }) : 'Not in the file'}
      </td>
      <td data-label="Type">{manifestOf(item.module).historyLabel}</td>
      <td data-label="Finding">{item.finding}</td>
      <td data-label="Urgency" data-urgency={item.urgency.level}>
        {item.read_first ? 'Hidden' : urgencyWords[item.urgency.level]}
      </td>
      <td data-label="State">
        {stateWords[item.state]}
        {item.mine ? ' by you' : reader ? ` by ${reader}` : ''}
      </td>
      <td data-label="Assigned to">
        <AssignMenu item={item} />
      </td>
      <td data-label="Waiting">
        {waitingWords(item.waiting_seconds)}
        {item.is_overdue && (
          <span className={classes.overdue} title={`Was due ${formatDate(item.due_at)}`}>
            <IconClockExclamation size={14} aria-hidden /> overdue
          </span>
        )}
      </td>
      <td data-label="Source">{sources[item.source]}</td>
    </tr>
  );
}
