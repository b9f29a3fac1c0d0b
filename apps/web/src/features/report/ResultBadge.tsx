import type { Urgency, UrgencyLevel } from '@second-read/core/report/urgency';
import { IconAlertTriangle, IconCircle, IconInfoCircle } from '../../ui/icons/frame-icons.ts';
import classes from './SeverityBadge.module.css';

const levels: Readonly<Record<UrgencyLevel, { label: string; Icon: typeof IconCircle }>> = {
  none: { label: 'No finding', Icon: IconCircle },
  open: { label: 'Not assessed', Icon: IconInfoCircle },
  finding: { label: 'Finding', Icon: IconInfoCircle },
  urgent: { label: 'Urgent', Icon: IconAlertTriangle },
};

/**
 * What a report found and how soon it wants to be looked at, where the module has no category that says it.
 */
export function ResultBadge({ urgency }: { urgency: Urgency }) {
  const { label, Icon } = levels[urgency.level];
  return (
    <div className={classes.root} data-severity={urgency.level}>
      <span className={classes.badge}>
        <Icon size={16} stroke={2} aria-hidden />
        {label}
      </span>
      {urgency.level !== 'none' && (
        <span className={classes.words}>
          <span className={classes.category}>{urgency.words}</span>
        </span>
      )}
    </div>
  );
}
