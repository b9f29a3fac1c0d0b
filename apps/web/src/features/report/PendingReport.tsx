import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import classes from './ReportPanel.module.css';
import { SeverityBadge } from './SeverityBadge.tsx';

/**
 * Stands where the report will be while a picture waits to be read. BI-RADS 0 belongs to breast reports only
 * and is never stored, exported or printed: the words always say that the analysis is pending.
 */
export function PendingReport({ manifest }: { manifest: ModuleManifest }) {
  return (
    <article className={classes.panel} aria-label="Report">
      {manifest.id === 'breast' ? (
        <SeverityBadge
          category={{
            label: 'BIRADS 0',
            value: 0,
            words: 'Pending analysis',
            management: 'Nothing has been assessed yet.',
            severity: 'pending',
          }}
        />
      ) : (
        <p className={classes.comment}>Pending analysis</p>
      )}
    </article>
  );
}
