import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { worklistMineQuery } from '../../api/reports/worklist.ts';
import { IconListCheck } from '../../ui/icons/frame-icons.ts';
import { paths } from '../paths.ts';
import { Count, countWords } from './Count.tsx';
import classes from './TopBar.module.css';

/** Link to the worklist, with how many reports came since the user last looked. */
export function WorklistLink() {
  const { data } = useQuery(worklistMineQuery());
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? 'Worklist' : `Worklist, ${countWords(unread)} new`;
  return (
    <NavLink to={paths.worklist} className={classes.iconButton} aria-label={label} title={label}>
      <IconListCheck size={20} stroke={1.75} aria-hidden />
      <Count of={unread} />
    </NavLink>
  );
}
