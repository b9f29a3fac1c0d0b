import { Button, CopyButton, Group, Modal } from '@mantine/core';
import type { OneTimePasswordReply } from '@second-read/contract/administration';
import { formatDate } from '../../ui/format/format-date.ts';
import classes from './Administration.module.css';

/** A one-time password, shown once. It stays until it is closed: a click beside it does not count. */
export function OneTimePassword({
  told,
  onClose,
}: {
  told: OneTimePasswordReply | null;
  onClose: () => void;
}) {
  return (
    <Modal
      lockScroll={false}
      opened={told !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      title="One-time password"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {told && (
        <>
          <p className={classes.text}>
            For <strong>{told.account.username}</strong>. It is shown once, must be replaced at the first
            sign-in, and expires on {formatDate(told.ends_at)}. Hand it over in person or by phone.
          </p>
          <p className={classes.password}>{told.one_time_password}</p>
          <Group justify="flex-end">
            <CopyButton value={told.one_time_password}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>I have noted it</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
