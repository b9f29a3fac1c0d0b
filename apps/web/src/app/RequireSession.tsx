import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../api/session.ts';
import { paths } from './paths.ts';

/** What /login reads to lead back to where the user wanted to go. */
interface LoginState {
  readonly from: string;
}

/** Leads to /login when the logged-in flag is not set, and remembers where from. */
export function RequireSession() {
  const { isAuthenticated } = useSession();
  const { pathname, search } = useLocation();
  if (isAuthenticated) return <Outlet />;
  const state: LoginState = { from: pathname + search };
  return <Navigate to={paths.login} replace state={state} />;
}
