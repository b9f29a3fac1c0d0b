import { Button, Modal } from '@mantine/core';
import { manifestOf } from '@second-read/analyses/manifests';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { WorklistItem } from '@second-read/contract/worklist';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { fetchReview, releaseReview, signReport } from '../../api/reports/reviews.ts';
import { DialogHead } from '../../ui/DialogHead.tsx';
import { visibleText } from '../../ui/format/visible-text.ts';
import { claim } from './use-hold.ts';
import classes from './Worklist.module.css';

interface SignDialogProps {
  /** Null: closed. */
  item: WorklistItem | null;
  onClose: () => void;
  onSigned: () => void;
}

/** Asks before a report is signed from the list; it names the report, and what a reader changed in it. */
export function SignDialog({ item, onClose, onSigned }: SignDialogProps) {
  return (
    <Modal.Root opened={item !== null} onClose={onClose} centered lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content>
        <DialogHead title="Sign this report?" />
        <Modal.Body>
          {item && <Question key={item.report_id} item={item} onClose={onClose} onSigned={onSigned} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Question({ item, onClose, onSigned }: SignDialogProps & { item: WorklistItem }) {
  const client = useQueryClient();
  const { report_id } = item;
  const review = useQuery({
    queryKey: ['review', report_id],
    queryFn: ({ signal }) => fetchReview(report_id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const sign = useMutation({
    mutationFn: (seen: ReviewReply) => signSeen(item, seen),
    onSuccess: async (next) => {
      client.setQueryData(['review', report_id], next);
      await client.invalidateQueries({ queryKey: ['worklist'] });
      onSigned();
    },
  });
  const holder = review.data?.held_by && !review.data.mine ? review.data.held_by : null;
  const problem = sign.error ?? review.error;
  return (
    <>
      <p className={classes.line}>
        <strong>{visibleText(item.patient_id)}</strong>, {manifestOf(item.module).historyLabel}:{' '}
        {item.finding}
      </p>
      <p className={classes.line}>{wordsOf(review.data)}</p>
      {(problem || holder) && (
        <p role="alert" className={classes.problem}>
          {problem?.message ?? `${holder?.full_name || holder?.username} is reviewing this report.`}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          onClick={() => review.data && sign.mutate(review.data)}
          loading={review.isPending || sign.isPending}
          disabled={!review.data || holder !== null}
          data-autofocus
        >
          Sign
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Link to={`/analysis/${report_id}`}>Look at it first</Link>
      </div>
    </>
  );
}

function wordsOf(review: ReviewReply | undefined): string {
  if (!review) return 'Loading the review…';
  const made = review.changes.length;
  const changes = made === 0 ? 'as the engine read it' : `with ${made} ${made === 1 ? 'change' : 'changes'}`;
  return `You answer for version ${review.version}, ${changes}, with your name. A signed report can be amended in a new version, or withdrawn.`;
}

/** Signs what was shown, or nothing; a hold that was taken for it alone is given back. */
async function signSeen(item: WorklistItem, seen: ReviewReply): Promise<ReviewReply> {
  const held = seen.mine ? seen : await claim(item);
  try {
    if (held.changes.length !== seen.changes.length)
      throw new Error('The report was changed meanwhile. Look at it before you sign.');
    return await signReport(item.report_id, held.etag);
  } catch (error) {
    if (!seen.mine) await releaseReview(item.report_id).catch(() => undefined);
    throw error;
  }
}
