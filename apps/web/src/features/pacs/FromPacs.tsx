import { Button } from '@mantine/core';
import { IconDatabaseImport } from '@tabler/icons-react';
import { useState } from 'react';
import { PacsBrowser } from './PacsBrowser.tsx';
import { PacsDialog } from './PacsDialog.tsx';
import type { PacsPicture } from './pacs-picture.ts';
import { usePacs } from './use-pacs.ts';

interface FromPacsProps {
  /** What the search begins with. */
  patientId: string;
  disabled: boolean;
  onPicture: (picture: PacsPicture) => void;
}

/** "From PACS": a picture of the archive instead of a file. Nothing where there is no archive. */
export function FromPacs({ patientId, disabled, onPicture }: FromPacsProps) {
  const { isAvailable } = usePacs();
  const [isOpen, setOpen] = useState(false);
  if (!isAvailable) return null;
  const close = () => setOpen(false);
  return (
    <div>
      <Button
        fullWidth
        variant="default"
        disabled={disabled}
        leftSection={<IconDatabaseImport size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        From PACS
      </Button>
      <PacsDialog title="Image from the PACS" opened={isOpen} onClose={close}>
        <PacsBrowser
          patientId={patientId}
          onPicture={(picture) => {
            close();
            onPicture(picture);
          }}
        />
      </PacsDialog>
    </div>
  );
}
