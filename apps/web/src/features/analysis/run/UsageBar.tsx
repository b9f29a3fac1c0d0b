import { Progress } from '@mantine/core';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useQuery } from '@tanstack/react-query';
import { dashboardQuery } from '../../../api/reports/queries.ts';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import classes from './UsageBar.module.css';

export interface UsageState {
  /** Null until the server has said it. */
  readonly uploaded: number | null;
  readonly limit: number | null;
  readonly isReached: boolean;
  readonly failed: boolean;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

/** How many analyses of this module the user has used: the server's figure. */
export function useUsage({ serviceType }: ModuleManifest): UsageState {
  const query = useQuery(dashboardQuery);
  const usage = query.data?.usage.find((entry) => entry.service_type === serviceType);
  return {
    uploaded: usage?.images_uploaded ?? null,
    limit: usage?.image_upload_limit ?? null,
    isReached: usage !== undefined && usage.images_uploaded >= usage.image_upload_limit,
    failed: query.isError,
    isRetrying: query.isFetching,
    retry: () => void query.refetch(),
  };
}

/** Uploaded versus limit; a red message when the limit is reached. */
export function UsageBar({ usage }: { usage: UsageState }) {
  const { uploaded, limit, isReached } = usage;
  const percent = uploaded === null || !limit ? 0 : Math.min(100, (uploaded / limit) * 100);
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <span id="usage-label">Images uploaded</span>
        <span className="tabular">
          {uploaded ?? '--'} of {limit ?? '--'}
        </span>
      </div>
      <Progress.Root size={6}>
        <Progress.Section
          value={percent}
          color={isReached ? 'var(--bar-red)' : 'var(--accent)'}
          aria-labelledby="usage-label"
        />
      </Progress.Root>
      {isReached && (
        <p role="alert" className={classes.reached}>
          Upload limit reached. Contact support to increase your limit.
        </p>
      )}
      {usage.failed && (
        <StatusLine onRetry={usage.retry} isBusy={usage.isRetrying}>
          Usage could not be loaded.
        </StatusLine>
      )}
    </div>
  );
}
