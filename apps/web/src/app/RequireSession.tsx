import { Activity, lazy, type ReactNode, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../api/account/session.ts';
import { paths } from './paths.ts';

const SignInAgain = lazy(async () => ({
  default: (await import('./screens/account/SignInAgain.tsx')).SignInAgain,
}));

const BatchPanel = lazy(async () => ({
  default: (await import('../features/batch/results/BatchPanel.tsx')).BatchPanel,
}));

const OutboxPanel = lazy(async () => ({
  default: (await import('../features/outbox/OutboxPanel.tsx')).OutboxPanel,
}));

const AppUpdate = lazy(async () => ({ default: (await import('./AppUpdate.tsx')).AppUpdate }));

/** What /login reads to lead back to where the user wanted to go. */
interface LoginState {
  readonly from: string;
  /** A screen was open: the session has ended or was invalid. */
  readonly hasEnded: boolean;
}

/**
 * Redirects to /login when the logged-in flag is not set, and remembers the screen. After a sign-out by
 * inactivity the screen is kept, hidden, until the same user signs in again.
 */
export function RequireSession({ children = <Outlet /> }: { children?: ReactNode }) {
  const { isAuthenticated, user, awaited } = useSession();
  const { pathname, search } = useLocation();
  const [hadSession] = useState(isAuthenticated);
  const [owner, setOwner] = useState(user?.id);
  if (user && user.id !== owner) setOwner(user.id);
  const isWaiting = !isAuthenticated && awaited !== undefined && awaited === owner;
  if (!isAuthenticated && !isWaiting) {
    const state: LoginState = { from: pathname + search, hasEnded: hadSession };
    return <Navigate to={paths.login} replace state={state} />;
  }
  return (
    <>
      {isWaiting && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
      <Suspense>
        <OutboxPanel />
      </Suspense>
      <Activity key={owner} mode={isWaiting ? 'hidden' : 'visible'}>
        {children}
      </Activity>
      <Suspense>
        <BatchPanel />
        <AppUpdate />
      </Suspense>
    </>
  );
}
