import { useLocation, useNavigate } from 'react-router';
import { SetupForm } from '../../../features/accounts/SetupForm.tsx';
import '../../../ui/mantine-app.css';
import { MessageScreen } from '../../../ui/page/MessageScreen.tsx';
import { paths } from '../../paths.ts';
import classes from './LoginScreen.module.css';

/** The first administrator. The token is behind the hash: it reaches no log of a server or proxy. */
export function SetupScreen() {
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  if (token === '') {
    return (
      <MessageScreen title="Set up your organization">
        <p>Open the link that the server printed when it started. It is valid until there is an account.</p>
      </MessageScreen>
    );
  }
  return (
    <div className={classes.screen}>
      <title>Set up · Second Read</title>
      <SetupForm token={token} onDone={() => navigate(paths.administration, { replace: true })} />
    </div>
  );
}
