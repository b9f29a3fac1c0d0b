import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from '../IdleSignOut.module.css';

interface UnsentWarningProps {
  count: number;
  onStay: () => void;
  onLeave: () => void;
}

/** Before a sign-out that would delete pictures which nobody else has. */
export function UnsentWarning({ count, onStay, onLeave }: UnsentWarningProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.warning} aria-labelledby="unsent-title" onClose={onStay}>
      <h2 id="unsent-title" className={classes.title}>
        {count === 1 ? 'A picture has not been sent' : `${count} pictures have not been sent`}
      </h2>
      <p className={classes.text}>
        Signing out deletes {count === 1 ? 'it' : 'them'} from this browser. Stay signed in until the network
        is back to send {count === 1 ? 'it' : 'them'}.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onLeave}>
          Delete and Sign Out
        </Button>
        <Button autoFocus onClick={() => dialog.current?.close()}>
          Stay signed in
        </Button>
      </div>
    </dialog>
  );
}
