import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useSession } from '../../../api/account/session.ts';
import { siteQuery } from '../../../api/organization/site.ts';
import { LoginForm } from '../../../features/accounts/LoginForm.tsx';
import '../../../ui/mantine-app.css';
import { paths } from '../../paths.ts';
import classes from './LoginScreen.module.css';

/** Sign in; then on to where the user wanted to go, or the dashboard. */
export function LoginScreen() {
  const site = useQuery(siteQuery);
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const target = targetOf(state);
  if (isAuthenticated) return <Navigate to={target} replace />;
  return (
    <div className={classes.screen}>
      <title>Login · Second Read</title>
      {hasEnded(state) && (
        <p className={classes.away} role="status">
          Your session has ended or is no longer valid. Sign in to continue where you left off.
        </p>
      )}
      {site.isPending ? (
        <Skeleton height={392} maw={400} radius={8} aria-label="Loading" />
      ) : (
        <LoginForm
          demoAccount={site.data?.demo_account ?? null}
          onSignedIn={() => navigate(target, { replace: true })}
        />
      )}
    </div>
  );
}

/** The state of a navigation comes from the history entry: it is read as unknown. */
function targetOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return paths.dashboard;
  return typeof state.from === 'string' ? state.from : paths.dashboard;
}

function hasEnded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'hasEnded' in state && state.hasEnded === true;
}
