import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reportsKey, reviewQuery } from '../../../api/reports/queries.ts';
import { undoSignature } from '../../../api/reports/reviews.ts';
import { visibleText } from '../../../ui/format/visible-text.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import classes from '../Review.module.css';
import { forgetSigned, useLastSigned } from './last-signed.ts';

/** Where the next case is, and whose it is. */
export interface NextCase {
  readonly to: string;
  readonly patient: string;
}

/** What was just signed, the way back, and the next case: it has the focus, so that Enter goes on. */
export function SignedNotice({ next }: { next: NextCase | null }) {
  const signed = useLastSigned();
  const way = useRef<HTMLAnchorElement>(null);
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: undoSignature,
    onSuccess: async (review) => {
      client.setQueryData(reviewQuery(review.report_id).queryKey, review);
      const stale = ['report', ...reportsKey, 'worklist'];
      await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
      forgetSigned();
    },
  });
  const id = signed?.reportId;
  const hasNext = next !== null;
  useEffect(() => {
    if (id !== undefined && hasNext) way.current?.focus();
  }, [id, hasNext]);
  if (signed === null) return null;
  return (
    <div role="status" className={classes.toast}>
      <span>
        {visibleText(signed.patient)} is signed.
        {undo.error && <span className={classes.problem}> {undo.error.message}</span>}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={undo.isPending}
        onClick={() => undo.mutate(signed.reportId)}
      >
        Undo
      </Button>
      {next && (
        <LinkButton ref={way} to={next.to} size="compact-sm">
          Next case: {visibleText(next.patient)}
        </LinkButton>
      )}
    </div>
  );
}
