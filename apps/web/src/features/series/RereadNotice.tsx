import { Alert, Button } from '@mantine/core';
import { outlineWords } from '@second-read/core/exam/stack/series-choice';
import type { Reread } from './reread.ts';
import classes from './SeriesNote.module.css';

interface RereadNoticeProps {
  reread: Reread;
  /** Its files are open. */
  isOpen: boolean;
  /** What is opened is an exam of its own. */
  onNewExam: () => void;
}

/** That what is opened here is another series of an exam that was read before, and what that costs. */
export function RereadNotice({ reread: { reportId, series }, isOpen, onNewExam }: RereadNoticeProps) {
  return (
    <Alert
      role="status"
      color="accent"
      variant="light"
      title="Another series of an exam"
      classNames={{ message: classes.reread }}
    >
      {`${outlineWords(series)}, beside report ${reportId}. ${isOpen ? '' : 'Open the files of that exam again: the series is then chosen. '}It becomes a report of its own, linked to the first, and counts as one more analysis.`}
      <Button size="compact-sm" variant="default" onClick={onNewExam}>
        Read as a new exam instead
      </Button>
    </Alert>
  );
}
