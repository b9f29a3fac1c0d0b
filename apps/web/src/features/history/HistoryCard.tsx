import { Button } from '@mantine/core';
import type { ReportReply } from '@second-read/contract/reports';
import { captureWords } from '@second-read/core/report/capture-note';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDate, formatExam } from '../../ui/format/format-date.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import { IconChevronDown, IconDownload } from '../../ui/icons/frame-icons.ts';
import { HoverPicture } from '../../ui/table/HoverPicture.tsx';
import { PatientIdText } from '../../ui/table/PatientIdText.tsx';
import classes from './HistoryCard.module.css';

export interface HistoryCardProps {
  reply: ReportReply;
  /** Its input image. */
  picture: string | undefined;
  isShown: (column: string) => boolean;
  /** The assessment in short, beside the patient. */
  badge: ReactNode;
  /** The open card's pictures and findings; called only when it opens. */
  renderReport: () => ReactNode;
  /** Makes and saves the PDF; busy until it settles. */
  onDownload: () => Promise<void>;
}

/** One past report: a row that opens; on a narrow screen a card. */
export function HistoryCard(props: HistoryCardProps) {
  const { reply, picture, isShown, badge, renderReport, onDownload } = props;
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
    event.preventDefault();
    setOpen(!isOpen);
  };
  return (
    <article
      className={classes.card}
      aria-label={`Report ${reply.id}`}
      data-row
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={classes.head}>
        <Facts reply={reply} picture={picture} isShown={isShown} />
        {isShown('Result') && <div className={classes.badge}>{badge}</div>}
        {!reply.unreadable && (
          <div className={classes.actions}>
            <DownloadButton onDownload={onDownload} />
            <Button
              variant="default"
              size="compact-sm"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              rightSection={<IconChevronDown size={16} className={classes.chevron} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide' : 'Expand'}
            </Button>
          </div>
        )}
      </div>
      <div id={bodyId} className={classes.body} hidden={!isOpen}>
        {isOpen && renderReport()}
      </div>
    </article>
  );
}

function Facts({ reply, picture, isShown }: Pick<HistoryCardProps, 'reply' | 'picture' | 'isShown'>) {
  const { search } = useLocation();
  const moduleEnd = reply.id.indexOf('-') + 1;
  const tail = Math.max(moduleEnd, reply.id.length - shownAtEnd);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'Patient',
      <HoverPicture key="patient" src={picture}>
        <strong>
          <PatientIdText id={reply.patient_id} />
          {reply.patient_id_generated && ' (generated)'}
        </strong>
      </HoverPicture>,
    ],
    ['Analyzed By', visibleText(reply.analyzed_by?.full_name ?? '') || 'Unknown'],
    ['Date', formatDate(reply.created_at)],
    ['Exam', examWords(reply.study)],
    [
      'Report ID',
      <Link
        key="report"
        to={`/analysis/${encodeURIComponent(reply.id)}`}
        state={{ history: search }}
        title={reply.id}
        className={classes.reportId}
      >
        <span>{reply.id.slice(0, moduleEnd)}</span>
        <span>{reply.id.slice(moduleEnd, tail)}</span>
        <span>{reply.id.slice(tail)}</span>
      </Link>,
    ],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) =>
        isShown(name) ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** So many characters of a report ID tell two reports apart. */
const shownAtEnd = 6;

/** When the exam was, as its file says, and when in it the picture was taken, as whoever took it says. */
function examWords({ exam_date: date, exam_time: time, capture }: ReportReply['study']): string {
  const words = [date && formatExam({ date, time }), capture && captureWords(capture)].filter(Boolean);
  return words.join(', ') || 'Date unknown';
}

function DownloadButton({ onDownload }: Pick<HistoryCardProps, 'onDownload'>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const download = async () => {
    setBusy(true);
    setProblem(null);
    await onDownload().catch((error: Error) => setProblem(error.message));
    setBusy(false);
  };
  return (
    <>
      {problem && (
        <span role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
      <Button
        variant="default"
        size="compact-sm"
        disabled={isBusy}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={download}
      >
        {isBusy ? 'Generating...' : 'Download'}
      </Button>
    </>
  );
}
