import { Button } from '@mantine/core';
import type { ReportReply } from '@second-read/contract/reports';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDate, formatExam } from '../../ui/format-date.ts';
import { visibleText } from '../../ui/visible-text.ts';
import classes from './HistoryCard.module.css';

export interface HistoryCardProps {
  reply: ReportReply;
  /** The assessment in short, beside the patient. */
  badge: ReactNode;
  /** The open card's pictures and findings; called only when it opens. */
  renderReport: () => ReactNode;
  /** Makes and saves the PDF; busy until it settles. */
  onDownload: () => Promise<void>;
}

/** One past report. */
export function HistoryCard({ reply, badge, renderReport, onDownload }: HistoryCardProps) {
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  return (
    <article className={classes.card} aria-label={`Report ${reply.id}`}>
      <div className={classes.head}>
        <Facts reply={reply} />
        <div className={classes.badge}>{badge}</div>
        <div className={classes.actions}>
          <DownloadButton onDownload={onDownload} />
          <Button
            variant="default"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            rightSection={<IconChevronDown size={16} className={classes.chevron} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Expand'}
          </Button>
        </div>
      </div>
      <div id={bodyId} className={classes.body} hidden={!isOpen}>
        {isOpen && renderReport()}
      </div>
    </article>
  );
}

function Facts({ reply }: { reply: ReportReply }) {
  const { search } = useLocation();
  const { exam_date: date, exam_time: time } = reply.study;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Patient</dt>
        <dd className={classes.patient}>
          {visibleText(reply.patient_id)}
          {reply.patient_id_generated && ' (generated)'}
        </dd>
      </div>
      <div>
        <dt>Analyzed By</dt>
        <dd>{visibleText(reply.analyzed_by?.full_name ?? '') || 'Unknown'}</dd>
      </div>
      <div>
        <dt>Date</dt>
        <dd className="tabular">{formatDate(reply.created_at)}</dd>
        <dd className="tabular">
          {date === undefined ? 'Exam date unknown' : `Exam ${formatExam({ date, time })}`}
        </dd>
      </div>
      <div className={classes.report}>
        <dt>Report ID</dt>
        <dd>
          <Link to={`/analysis/${encodeURIComponent(reply.id)}`} state={{ history: search }}>
            {reply.id}
          </Link>
        </dd>
      </div>
    </dl>
  );
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
        size="sm"
        disabled={isBusy}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={download}
      >
        {isBusy ? 'Generating...' : 'Download'}
      </Button>
    </>
  );
}
