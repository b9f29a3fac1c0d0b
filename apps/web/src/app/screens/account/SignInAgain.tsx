import { Button } from '@mantine/core';
import { clearSession } from '../../../api/account/session.ts';
import { LoginForm } from '../../../features/accounts/LoginForm.tsx';
import '../../../ui/mantine-app.css';
import classes from './LoginScreen.module.css';

/** Replaces a screen after inactivity. Another user who signs in starts on a fresh screen. */
export function SignInAgain() {
  return (
    <div className={classes.again}>
      <title>Signed out · Second Read</title>
      <p className={classes.away} role="status">
        You were signed out after a period of inactivity. Sign in to continue where you left off.
      </p>
      <LoginForm demoAccount={null} onSignedIn={() => undefined} />
      <Button variant="subtle" onClick={clearSession}>
        Leave this page
      </Button>
    </div>
  );
}
