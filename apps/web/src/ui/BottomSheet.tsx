import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './BottomSheet.module.css';

interface BottomSheetProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Once it stands: the focus is in it by then. */
  onShown?: (() => void) | undefined;
  children: ReactNode;
}

/** Rises from a phone's lower edge and keeps the focus; Escape, its button and the dimmed page close it. */
export function BottomSheet({ title, opened, onClose, onShown, children }: BottomSheetProps) {
  return (
    <Drawer.Root
      opened={opened}
      // A dialog that was opened from the sheet, as the camera, takes Escape for itself.
      onClose={() => document.querySelector('dialog[open]') ?? onClose()}
      position="bottom"
      size="auto"
      // Locking the page would add a style element, which the content security policy refuses.
      lockScroll={false}
      transitionProps={{ duration: 160, ...(onShown && { onEntered: onShown }) }}
    >
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet}>
        <Drawer.Header className={classes.head}>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={`Close: ${title}`} />
        </Drawer.Header>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
