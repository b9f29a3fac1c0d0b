import { Button } from '@mantine/core';
import { clearSession } from '../../api/session.ts';
import { LoginForm } from '../../features/accounts/LoginForm.tsx';
import '../../ui/mantine-app.css';
import classes from './LoginScreen.module.css';

/** In place of a screen whose user was away. Whoever else signs in gets a screen of their own. */
export function SignInAgain() {
  return (
    <div className={classes.again}>
      <title>Signed out · Second Read</title>
      <p className={classes.away} role="status">
        You were signed out after a time without activity. Sign in to continue where you left off.
      </p>
      <LoginForm demoAccount={null} onSignedIn={() => undefined} />
      <Button variant="subtle" onClick={clearSession}>
        Leave this page
      </Button>
    </div>
  );
}
