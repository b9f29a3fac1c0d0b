import { Progress } from '@mantine/core';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import classes from './Planes.module.css';
import type { LoadedBytes } from './use-bytes.ts';

/** How far the slices of an exam are loaded; where that failed, a way to try again. */
export function PlanesLoading({ loaded, onRetry }: { loaded: LoadedBytes; onRetry: () => void }) {
  if (loaded.state === 'failed') {
    return <StatusLine onRetry={onRetry}>The slices could not be loaded.</StatusLine>;
  }
  const { done, of } = loaded.state === 'loading' ? loaded : { done: 0, of: 1 };
  return (
    <div className={classes.loading} role="status">
      {loaded.state === 'loading' ? `Loading the slices: ${done} of ${of}` : 'Loading the slices'}
      <Progress value={(100 * done) / of} aria-label="Slices loaded" />
    </div>
  );
}
