import { Button, Modal } from '@mantine/core';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { DialogHead } from '../../ui/DialogHead.tsx';
import classes from './AnalysisModals.module.css';

interface MessageModalProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Where the focus goes is the caller's matter. */
  keepsFocus?: boolean;
  children: string;
}

function MessageModal({ title, opened, onClose, keepsFocus = false, children }: MessageModalProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} returnFocus={!keepsFocus} {...frame}>
      <Modal.Overlay />
      <Modal.Content>
        <DialogHead title={title} />
        <Modal.Body>
          <p className={classes.text}>{children}</p>
          <div className={classes.actions}>
            <Button data-autofocus onClick={onClose}>
              OK
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * Locking the page would add a style element whose content varies, which the content security policy refuses;
 * tokens.css locks it instead.
 */
const frame = { centered: true, lockScroll: false, transitionProps: { duration: 120 } } as const;

/** Said when an analysis is asked for without a patient. */
export function PatientIdModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <MessageModal title="Patient ID Required" opened={opened} onClose={onClose} keepsFocus>
      Please enter a Patient ID before analyzing the image.
    </MessageModal>
  );
}

/** Said when the server has no trial left for this module. */
export function TrialLimitModal(props: { manifest: ModuleManifest; opened: boolean; onClose: () => void }) {
  return (
    <MessageModal title="Trial Limit Exceeded" opened={props.opened} onClose={props.onClose}>
      {trialLimitText(props.manifest)}
    </MessageModal>
  );
}

export function trialLimitText({ trialName }: ModuleManifest): string {
  return `You have no trials remaining for ${trialName}. Please contact support to upgrade your plan or request more trials.`;
}
