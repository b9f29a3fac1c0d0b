import { useSession } from '../../api/account/session.ts';
import { useSite } from '../../api/organization/site.ts';
import classes from './DemoBanner.module.css';

/**
 * Marks demo mode on every screen. In the bar, so that it shifts no layout.
 */
export function DemoBanner() {
  const isDemo = useSite().mode === 'demo';
  const isDemoUser = useSession().user?.organisation.is_demo ?? false;
  if (!isDemo && !isDemoUser) return null;
  return (
    <p className={classes.banner}>
      <strong>Demo</strong>
      <span className={classes.words}>Sample data only. Do not enter real patient data.</span>
    </p>
  );
}
