import { Button } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import classes from '../AnalysisModals.module.css';

interface Asked {
  opened: boolean;
  patientId: string;
  onConfirm: () => void;
  /** Leads to the field. */
  onClose: () => void;
}

interface PatientQuestionProps extends Asked {
  title: string;
  text: string;
  /** What goes on under the ID that is there. */
  confirm: string;
  instead: string;
  onInstead: () => void;
}

/** Asks about the patient ID before anything is sent; the answer that changes it has the focus. */
function PatientQuestion(props: PatientQuestionProps) {
  const { opened, title, text, confirm, instead, onConfirm, onInstead, onClose } = props;
  return (
    <Dialog {...{ opened, onClose, title }} returnFocus={false}>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onConfirm}>
          {confirm}
        </Button>
        <Button data-autofocus onClick={onInstead}>
          {instead}
        </Button>
      </div>
    </Dialog>
  );
}

/** An ID that was made up is of no patient. */
export function GeneratedIdModal(props: Asked) {
  const { patientId, onClose } = props;
  return (
    <PatientQuestion
      {...props}
      title="Generated Patient ID"
      text={`The Patient ID ${patientId} was generated and identifies no patient. The report will be marked as such and never matched with other reports.`}
      confirm={`Continue with ${patientId}`}
      instead="Enter a Patient ID"
      onInstead={onClose}
    />
  );
}

interface OtherPatient extends Asked {
  /** Whom the file names, in words. */
  named: string;
  /** Null where it is not known here. */
  fileId: string | null;
  onUseFile: (fileId: string) => void;
}

/** The typed patient ID is not the file's. */
export function OtherPatientModal({ named, fileId, onUseFile, ...asked }: OtherPatient) {
  const { patientId, onClose } = asked;
  return (
    <PatientQuestion
      {...asked}
      title="The File Names Another Patient"
      text={`${named} The report would be filed under patient ${patientId}. Nothing has been stored yet.`}
      confirm={`File under ${patientId}`}
      instead={fileId === null ? 'Correct the Patient ID' : `Use ${fileId}`}
      onInstead={() => (fileId === null ? onClose() : onUseFile(fileId))}
    />
  );
}
