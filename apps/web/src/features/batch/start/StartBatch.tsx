import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconStack2 } from '../../../ui/icons/tool-icons.ts';
import { runBatch } from '../run/batch-runner.ts';
import { readInterrupted } from '../run/interrupted.ts';
import { useRunningBatch } from '../run/use-running-batch.ts';
import { type BatchAnswers, BatchQuestion, type BatchQuestionProps } from './BatchQuestion.tsx';
import classes from './StartBatch.module.css';
import { withViews } from './untold-views.ts';

type StartBatchProps = Omit<BatchQuestionProps, 'onStart' | 'onClose'> & {
  /** The patient ID was made up here. */
  isGenerated: boolean;
  /** The user said that it is right although the files name another. */
  isConfirmed: boolean;
  /** Goes on once there is a patient ID, and one that is wanted. */
  withPatient: (goOn: () => void) => void;
};

/**
 * Has every slice of the open series read in the background, after saying what that costs and what text is in
 * it.
 */
export function StartBatch({ withPatient, isGenerated, isConfirmed, ...order }: StartBatchProps) {
  const { manifest, kind, slices, patientId, usage } = order;
  const name = kind === 'exam' ? 'Analyze exam' : 'Analyze the whole series';
  const [isAsking, setAsking] = useState(false);
  const running = useRunningBatch();
  const isSending = running?.isSending === true;
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => setAsking(false);
  const start = async ({ masks, interrupted: id, views }: BatchAnswers) => {
    setProblem(null);
    try {
      const interrupted = id === null ? null : await readInterrupted(id);
      runBatch({
        manifest,
        kind,
        patientId,
        isGenerated,
        isConfirmed,
        slices,
        statement: withViews(order.statement, views),
        masks,
        ...(interrupted && { interrupted }),
      });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The series could not be resumed.');
    }
  };
  return (
    <div className={classes.root}>
      <Button
        fullWidth
        {...(kind === 'exam' ? { size: 'md' } : { variant: 'default' })}
        leftSection={<IconStack2 size={16} aria-hidden />}
        disabled={usage.isReached || isSending}
        onClick={() => withPatient(() => setAsking(true))}
      >
        {name}
      </Button>
      {problem && (
        <p role="alert" className={classes.note}>
          {problem}
        </p>
      )}
      {isSending && <p className={classes.note}>A series is being sent.</p>}
      <Dialog opened={isAsking} onClose={close} size="lg" title={name}>
        <BatchQuestion
          {...order}
          onClose={close}
          onStart={(answers) => {
            close();
            void start(answers);
          }}
        />
      </Dialog>
    </div>
  );
}
