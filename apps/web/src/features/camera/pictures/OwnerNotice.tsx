import { Alert } from '@mantine/core';
import { visibleText } from '../../../ui/format/visible-text.ts';

interface OwnerNoticeProps {
  /** Under which ID the image on the screen was taken. */
  owner: string;
  /** As it is in the field now; may be empty. */
  patientId: string;
}

/** Beside the closed action: why the image on the screen is not analyzed. */
export function OwnerNotice({ owner, patientId }: OwnerNoticeProps) {
  const present = visibleText(patientId.trim());
  const next = present === '' ? 'enter the next patient ID' : `take or upload one of ${present}`;
  return (
    <Alert role="status" color="accent" variant="light">
      {`This image is of ${visibleText(owner)}: enter that ID again, or ${next}.`}
    </Alert>
  );
}
