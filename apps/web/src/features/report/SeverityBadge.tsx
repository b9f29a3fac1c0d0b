import type { Severity } from '@second-read/core/report/assessment-category';
import type { Assessment } from '@second-read/core/report/document';
import { IconAlertTriangle, IconCircle, IconHourglass, IconInfoCircle } from '../../ui/icons/frame-icons.ts';
import classes from './SeverityBadge.module.css';

type Category = NonNullable<Assessment['category']>;

const icons: Record<Severity, typeof IconInfoCircle> = {
  pending: IconHourglass,
  attention: IconInfoCircle,
  urgent: IconAlertTriangle,
};

/**
 * An assessment category: red where it is urgent (BI-RADS 4 and above), otherwise yellow, and always with the
 * category in words and its usual management, because a colour alone says nothing.
 */
export function SeverityBadge({ category, compact = false }: { category: Category; compact?: boolean }) {
  // Nothing suspicious was found: the yellow that the specification asks for stands alone, with no sign of a
  // warning.
  const Icon = category.value === 1 ? IconCircle : icons[category.severity];
  return (
    <div className={classes.root} data-severity={category.severity} data-compact={compact || undefined}>
      <span className={classes.badge}>
        <Icon size={16} stroke={2} aria-hidden />
        {category.label}
      </span>
      <span className={classes.words}>
        <span className={classes.category}>{category.words}</span>
        {category.management !== '' && <span className={classes.management}>{category.management}</span>}
      </span>
    </div>
  );
}
