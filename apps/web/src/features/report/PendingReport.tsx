import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import classes from './ReportPanel.module.css';
import { SeverityBadge } from './SeverityBadge.tsx';

/**
 * Stands where the report will be while an image waits to be analyzed. A pending category is never stored,
 * exported or printed: its words say that the analysis is pending.
 */
export function PendingReport({ manifest }: { manifest: ModuleManifest }) {
  return (
    <article className={classes.panel} aria-label="Report">
      {manifest.pendingCategory ? (
        <SeverityBadge category={manifest.pendingCategory} />
      ) : (
        <p className={classes.comment}>Pending analysis</p>
      )}
    </article>
  );
}
