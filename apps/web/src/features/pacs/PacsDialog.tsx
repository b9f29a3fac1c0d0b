import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogHead } from '../../ui/DialogHead.tsx';

interface PacsDialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog; the page behind it is locked by tokens.css, because a style element would need a looser policy.
 */
export function PacsDialog({ title, opened, onClose, children }: PacsDialogProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      size="lg"
      lockScroll={false}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <DialogHead title={title} />
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
