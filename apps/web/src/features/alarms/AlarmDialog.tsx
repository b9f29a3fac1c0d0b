import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { DialogHead } from '../../ui/DialogHead.tsx';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';

// Its curves come with the modules' schemas, which the worklist does without.
const AlarmForm = lazy(async () => ({ default: (await import('./AlarmForm.tsx')).AlarmForm }));

interface AlarmDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Of which results people are told, and what that costs: for everybody to see, for administrators to set. */
export function AlarmDialog({ isOpen, onClose }: AlarmDialogProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} centered lockScroll={false} size="lg">
      <Modal.Overlay />
      <Modal.Content>
        <DialogHead title="Alarms" />
        <Modal.Body>
          {isOpen && (
            <Suspense fallback={<LoadingRows label="Loading the settings…" count={4} height={72} />}>
              <AlarmForm />
            </Suspense>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
