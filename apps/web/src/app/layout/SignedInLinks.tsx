import { lazy, Suspense, useEffect, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { countUnsent, mayHoldPictures } from '../../api/account/kept-database.ts';
import { getSession } from '../../api/account/session.ts';
import { signOut } from '../../api/account/sign-out.ts';
import { paths } from '../paths.ts';
import classes from './TopBar.module.css';

const UnsentWarning = lazy(async () => ({
  default: (await import('./UnsentWarning.tsx')).UnsentWarning,
}));

/** Signed-in users: where they work, and the way out. */
export function SignedInLinks() {
  const leave = useLeave();
  const [unsent, setUnsent] = useState(0);
  /** Asks first where a sign-out would delete what was not sent. */
  const ask = async () => {
    const { user } = getSession();
    const count = user ? await countUnsent(user.id).catch(() => 0) : 0;
    if (count === 0) leave();
    else setUnsent(count);
  };
  return (
    <>
      <NavLink to={paths.home} end className={classes.link}>
        Home
      </NavLink>
      <NavLink to={paths.dashboard} className={classes.link}>
        Dashboard
      </NavLink>
      <NavLink to={paths.history} className={classes.link}>
        Analysis History
      </NavLink>
      <button
        type="button"
        className={classes.link}
        onClick={() => (mayHoldPictures() ? void ask() : leave())}
      >
        Logout
      </button>
      {unsent > 0 && (
        <Suspense>
          <UnsentWarning count={unsent} onStay={() => setUnsent(0)} onLeave={leave} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Navigates home before ending the session, since the guard of a protected screen would redirect to /login.
 */
function useLeave(): () => void {
  const navigate = useNavigate();
  const isHome = useLocation().pathname === paths.home;
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (isLeaving && isHome) signOut();
  }, [isLeaving, isHome]);
  return () => {
    setLeaving(true);
    void navigate(paths.home);
  };
}
