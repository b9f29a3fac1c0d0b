import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconDatabaseImport } from '../../ui/icons/tool-icons.ts';
import { PacsBrowser } from './PacsBrowser.tsx';
import type { PacsPicture, PacsStack } from './pacs-picture.ts';
import { usePacs } from './use-pacs.ts';

interface FromPacsProps {
  /** What the search begins with. */
  patientId: string;
  disabled: boolean;
  onPicture: (picture: PacsPicture) => void;
  /** Takes a whole series; null where only single pictures are read. */
  onSeries: ((series: PacsStack) => void) | null;
}

/** "From PACS": a picture or series of the archive instead of files. Nothing where there is no archive. */
export function FromPacs({ patientId, disabled, onPicture, onSeries }: FromPacsProps) {
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
      <Dialog size="lg" title="Image from the PACS" opened={isOpen} onClose={close}>
        <PacsBrowser
          patientId={patientId}
          onPicture={(picture) => {
            close();
            onPicture(picture);
          }}
          onSeries={
            onSeries &&
            ((series) => {
              close();
              onSeries(series);
            })
          }
        />
      </Dialog>
    </div>
  );
}
