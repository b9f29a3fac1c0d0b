import { Modal } from '@mantine/core';
import classes from './DialogHead.module.css';

/**
 * What a dialog is about, and the button that closes it. No `Modal.Header`: it would be a second banner of
 * the page.
 */
export function DialogHead({ title }: { readonly title: string }) {
  return (
    <div className={classes.head}>
      <Modal.Title className={classes.title}>{title}</Modal.Title>
      <Modal.CloseButton aria-label="Close" />
    </div>
  );
}
