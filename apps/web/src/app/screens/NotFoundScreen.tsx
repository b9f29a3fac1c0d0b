import { useSite } from '../../api/organization/site.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MessageScreen } from '../../ui/page/MessageScreen.tsx';
import { paths } from '../paths.ts';
import classes from './NotFoundScreen.module.css';

/** Any address that is no screen. */
export function NotFoundScreen() {
  const { support_email } = useSite();
  return (
    <MessageScreen title="Page Not Found">
      <title>Page Not Found · Second Read</title>
      <p>There is nothing at this address. The link may be old, or mistyped.</p>
      <div className={classes.ways}>
        <LinkButton to={paths.dashboard}>Go to Dashboard</LinkButton>
        <LinkButton to={paths.home} variant="default">
          Go to Home
        </LinkButton>
      </div>
      <p className={classes.support}>
        Need help? <a href={`mailto:${support_email}`}>Contact support ({support_email})</a>
      </p>
    </MessageScreen>
  );
}
