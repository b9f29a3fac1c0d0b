import { Button, Modal } from '@mantine/core';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { type BatchSlice, runBatch } from './batch-runner.ts';
import classes from './StartBatch.module.css';
import { useRunningBatch } from './use-running-batch.ts';

interface StartBatchProps {
  manifest: ModuleManifest;
  slices: readonly BatchSlice[];
  noun: 'slice' | 'frame';
  patientId: string;
  /** Asks for the patient ID where it is missing. */
  hasPatient: () => boolean;
  /** Which of the chosen files are not among the slices, in words; empty where none is missing. */
  missing: string;
  usage: { readonly uploaded: number | null; readonly limit: number | null; readonly isReached: boolean };
}

/** Has every slice of the open series read in the background, after saying what that costs. */
export function StartBatch(props: StartBatchProps) {
  const { manifest, slices, noun, patientId, hasPatient, missing, usage } = props;
  const [isAsking, setAsking] = useState(false);
  const running = useRunningBatch();
  const isSending = running?.isSending === true;
  const count = slices.length.toLocaleString('en');
  const left = usage.uploaded === null || usage.limit === null ? null : usage.limit - usage.uploaded;
  const start = () => {
    setAsking(false);
    runBatch({ manifest, patientId, slices });
  };
  return (
    <div className={classes.root}>
      <Button
        fullWidth
        variant="default"
        leftSection={<IconStack2 size={16} aria-hidden />}
        disabled={usage.isReached || isSending}
        onClick={() => hasPatient() && setAsking(true)}
      >
        Analyze the whole series
      </Button>
      {isSending && <p className={classes.note}>Another series is being sent.</p>}
      {/* Locking the page would add a style element, which the content security policy refuses. */}
      <Modal.Root
        opened={isAsking}
        onClose={() => setAsking(false)}
        centered
        lockScroll={false}
        transitionProps={{ duration: 120 }}
      >
        <Modal.Overlay />
        <Modal.Content>
          <div className={classes.head}>
            <Modal.Title className={classes.title}>Analyze the whole series</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </div>
          <Modal.Body>
            <p className={classes.text}>
              {`All ${count} ${noun}s of patient ${patientId.trim()} are read one by one in the background, from the middle outwards. Each result counts as one analysis; what is refused or fails counts nothing. Text burned into the pictures is not looked for.`}
            </p>
            {missing !== '' && <p className={classes.text}>{`Not read: ${missing}`}</p>}
            {left !== null && (
              <p className={classes.text} data-short={left < slices.length || undefined}>
                {left < slices.length
                  ? `Only ${left.toLocaleString('en')} analyses are left: the series stops when they are used up.`
                  : `${left.toLocaleString('en')} analyses are left.`}
              </p>
            )}
            <div className={classes.actions}>
              <Button variant="default" onClick={() => setAsking(false)}>
                Not now
              </Button>
              <Button data-autofocus onClick={start}>
                Start
              </Button>
            </div>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </div>
  );
}
