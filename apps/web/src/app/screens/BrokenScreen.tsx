import { Button } from '@mantine/core';
import { clearSession } from '../../api/account/session.ts';
import { MessageScreen } from '../../ui/page/MessageScreen.tsx';
import { paths } from '../paths.ts';

/** A screen that failed. What an older version stored in this browser is removed by signing in again. */
export function BrokenScreen() {
  const signInAgain = () => {
    clearSession();
    location.assign(paths.login);
  };
  return (
    <MessageScreen title="Something went wrong" role="alert">
      <p>
        This screen could not be shown. Load it again; if that does not help, sign in again. Stored reports
        are not affected.
      </p>
      <Button onClick={() => location.reload()}>Load again</Button>
      <Button variant="default" ml={8} onClick={signInAgain}>
        Sign in again
      </Button>
    </MessageScreen>
  );
}
