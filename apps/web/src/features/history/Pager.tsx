import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons/frame-icons.ts';
import classes from './History.module.css';

interface PagerProps {
  /** Counted from 1; may lie beyond the last page when the address says so. */
  page: number;
  /** As far as they were counted. */
  pages: number;
  /** Whether there may be pages beyond those that were counted. */
  hasMore: boolean;
  isLast: boolean;
  onPrevious: (page: number) => void;
  /** Absent while it is not known what comes next. */
  onNext: (() => void) | undefined;
}

/** Previous, next, and where one is. Nothing where there is only one page. */
export function Pager({ page, pages, hasMore, isLast, onPrevious, onNext }: PagerProps) {
  if (pages <= 1 && page === 1) return null;
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <Button
        variant="default"
        disabled={page <= 1}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        onClick={() => onPrevious(hasMore ? page - 1 : Math.max(1, Math.min(page - 1, pages)))}
      >
        Previous
      </Button>
      <span className="tabular">{placeInWords(page, Math.max(1, pages), hasMore)}</span>
      <Button
        variant="default"
        disabled={isLast || onNext === undefined}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        onClick={onNext}
      >
        Next
      </Button>
    </nav>
  );
}

function placeInWords(page: number, pages: number, hasMore: boolean): string {
  if (!hasMore) return `Page ${page} of ${pages}`;
  return page > pages ? `Page ${page}` : `Page ${page} of ${pages}+`;
}
