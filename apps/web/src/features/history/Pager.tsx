import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './History.module.css';

interface PagerProps {
  /** Counted from 1; may lie beyond the last page when the address says so. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Previous, next, and where one is. Nothing where there is only one page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages <= 1 && page === 1) return null;
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <Button
        variant="default"
        disabled={page <= 1}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        onClick={() => onPage(Math.max(1, Math.min(page - 1, pages)))}
      >
        Previous
      </Button>
      <span className="tabular">
        Page {page} of {Math.max(1, pages)}
      </span>
      <Button
        variant="default"
        disabled={page >= pages}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
