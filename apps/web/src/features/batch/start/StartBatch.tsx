import { Button, Modal } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { DialogHead } from '../../../ui/DialogHead.tsx';
import { runBatch } from '../run/batch-runner.ts';
import { readInterrupted } from '../run/interrupted.ts';
import { useRunningBatch } from '../run/use-running-batch.ts';
import { type BatchAnswers, BatchQuestion, type BatchQuestionProps } from './BatchQuestion.tsx';
import classes from './StartBatch.module.css';
import { withViews } from './untold-views.ts';

type StartBatchProps = Omit<BatchQuestionProps, 'onStart' | 'onClose'> & {
  /** The patient ID was made up here. */
  isGenerated: boolean;
  /** Goes on once there is a patient ID, and one that is wanted. */
  withPatient: (goOn: () => void) => void;
};

/**
 * Has every slice of the open series read in the background, after saying what that costs and what text is in
 * it.
 */
export function StartBatch({ withPatient, isGenerated, ...order }: StartBatchProps) {
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
        variant="default"
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
      {isSending && <p className={classes.note}>Another series is being sent.</p>}
      {/* Locking the page would add a style element, which the content security policy refuses. */}
      <Modal.Root
        opened={isAsking}
        onClose={close}
        size="lg"
        centered
        lockScroll={false}
        transitionProps={{ duration: 120 }}
      >
        <Modal.Overlay />
        <Modal.Content>
          <DialogHead title={name} />
          <Modal.Body>
            <BatchQuestion
              {...order}
              onClose={close}
              onStart={(answers) => {
                close();
                void start(answers);
              }}
            />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </div>
  );
}
