import { Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

type RootProps = 'opened' | 'onClose' | 'size' | 'returnFocus' | 'keepMounted' | 'portalProps';

interface DialogProps extends Pick<ModalRootProps, RootProps> {
  title: string;
  children: ReactNode;
}

/**
 * A dialog. Locking the page behind it would add a style element whose content varies, which the content
 * security policy refuses; tokens.css locks it instead. No `Modal.Header`: it would be a second banner of the
 * page.
 */
export function Dialog({ title, children, ...root }: DialogProps) {
  return (
    <Modal.Root {...root} centered lockScroll={false} transitionProps={{ duration: 120 }}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
