import { Button } from '@mantine/core';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { Dialog } from '../../ui/Dialog.tsx';
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
    <Dialog {...{ title, opened, onClose }} returnFocus={!keepsFocus}>
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>
        <Button data-autofocus onClick={onClose}>
          OK
        </Button>
      </div>
    </Dialog>
  );
}

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
