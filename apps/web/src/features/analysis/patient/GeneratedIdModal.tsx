import { Button, Modal } from '@mantine/core';
import { DialogHead } from '../../../ui/DialogHead.tsx';
import classes from '../AnalysisModals.module.css';

interface GeneratedIdModalProps {
  opened: boolean;
  patientId: string;
  onConfirm: () => void;
  /** Leads to the field. */
  onClose: () => void;
}

/** Asks once more before a report is made under an ID that was made up: it stands for no patient. */
export function GeneratedIdModal({ opened, patientId, onConfirm, onClose }: GeneratedIdModalProps) {
  return (
    // Locking the page would add a style element, which the content security policy refuses.
    <Modal.Root
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      centered
      lockScroll={false}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <DialogHead title="Generated Patient ID" />
        <Modal.Body>
          <p className={classes.text}>
            {`The Patient ID ${patientId} was generated and identifies no patient. The report will be marked as such and never matched with other reports.`}
          </p>
          <div className={classes.actions}>
            <Button variant="default" data-autofocus onClick={onClose}>
              Enter a Patient ID
            </Button>
            <Button onClick={onConfirm}>{`Continue with ${patientId}`}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
