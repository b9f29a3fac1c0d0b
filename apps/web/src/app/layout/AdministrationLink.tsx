import { NavLink } from 'react-router';
import { useMay } from '../../api/account/rights.ts';
import { IconUsersGroup } from '../../ui/icons/IconUsersGroup.ts';
import { paths } from '../paths.ts';
import classes from './TopBar.module.css';

/** Link to the administration, for administrators. Beside the menu, whose entries are specified. */
export function AdministrationLink() {
  if (!useMay('administer')) return null;
  return (
    <NavLink
      to={paths.administration}
      className={classes.iconButton}
      aria-label="Administration"
      title="Administration"
    >
      <IconUsersGroup size={20} stroke={1.75} aria-hidden />
    </NavLink>
  );
}
