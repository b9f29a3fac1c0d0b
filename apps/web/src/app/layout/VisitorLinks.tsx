import { NavLink, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import classes from './TopBar.module.css';

/** Visitors: the two overviews, and Login everywhere but on /login. */
export function VisitorLinks() {
  const { pathname } = useLocation();
  return (
    <>
      <NavLink to={paths.breastOverview} className={classes.link}>
        Breast Analysis
      </NavLink>
      <NavLink to={paths.brainOverview} className={classes.link}>
        Brain CT Analysis
      </NavLink>
      {pathname !== paths.login && (
        <NavLink to={paths.login} className={classes.link} data-emphasis>
          Login
        </NavLink>
      )}
    </>
  );
}
