import { Alert, Button } from '@mantine/core';
import { visibleText } from '../../../ui/format/visible-text.ts';
import { IconUserQuestion } from '../../../ui/icons/tool-icons.ts';
import classes from '../run/ProblemNotice.module.css';

interface NewExamNoticeProps {
  /** As it stands in the field now; may be empty. */
  patientId: string;
  /** Of the report that was set aside. */
  formerPatientId: string;
  disabled: boolean;
  onBack: () => void;
}

/** Another patient ID was entered beside a report: says whose report that was, and leads back to it. */
export function NewExamNotice({ patientId, formerPatientId, disabled, onBack }: NewExamNoticeProps) {
  const present = patientId.trim();
  const former = visibleText(formerPatientId);
  return (
    <Alert
      role="status"
      color="accent"
      variant="light"
      icon={<IconUserQuestion size={18} />}
      title={present === '' ? 'New exam' : `New exam of patient ${visibleText(present)}`}
      classNames={{ message: classes.message }}
    >
      {`The report of patient ${former} is closed and kept in the analysis history.`}
      <div className={classes.actions}>
        <Button size="compact-sm" variant="default" disabled={disabled} onClick={onBack}>
          {`Back to the report of ${former}`}
        </Button>
      </div>
    </Alert>
  );
}
