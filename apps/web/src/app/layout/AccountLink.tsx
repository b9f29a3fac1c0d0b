import { NavLink } from 'react-router';
import { IconUserCircle } from '../../ui/icons/IconUserCircle.ts';
import { paths } from '../paths.ts';
import classes from './TopBar.module.css';

/** Link to the account. Beside the menu, whose entries are specified. */
export function AccountLink() {
  return (
    <NavLink to={paths.account} className={classes.iconButton} aria-label="Account" title="Account">
      <IconUserCircle size={20} stroke={1.75} aria-hidden />
    </NavLink>
  );
}
