import { Modal } from '@mantine/core';
import { DialogHead } from '../../ui/DialogHead.tsx';
import { AlarmForm } from './AlarmForm.tsx';

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
        <Modal.Body>{isOpen && <AlarmForm />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
