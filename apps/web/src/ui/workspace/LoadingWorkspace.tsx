import { VisuallyHidden } from '@mantine/core';
import loading from '../page/LoadingRows.module.css';
import classes from './Workspace.module.css';

/** Where picture and report will be, still empty. */
export function LoadingWorkspace({ label }: { label: string }) {
  return (
    <div className={classes.workspace}>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      <div className={classes.head} aria-hidden>
        <div className={loading.row} style={{ width: 'min(320px, 60%)', height: 28 }} />
      </div>
      <div className={classes.body} aria-hidden>
        <div className={loading.row} data-picture data-skeleton />
        <div />
        <div className={loading.rows}>
          {[24, 96, 40, 40, 40, 160].map((height, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            <div key={at} className={loading.row} style={{ height }} />
          ))}
        </div>
      </div>
    </div>
  );
}
