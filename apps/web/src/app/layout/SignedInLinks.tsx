import { useEffect, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { signOut } from '../../api/sign-out.ts';
import { paths } from '../paths.ts';
import classes from './TopBar.module.css';

/** Signed-in users: where they work, and the way out. */
export function SignedInLinks() {
  const leave = useLeave();
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
      <button type="button" className={classes.link} onClick={leave}>
        Logout
      </button>
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
