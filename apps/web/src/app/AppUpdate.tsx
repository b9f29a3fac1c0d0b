import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './AppUpdate.module.css';
import { followUpdates, takeOver } from './service-worker.ts';

/**
 * Keeps the shell for when there is no network, and says when a new version waits. Nothing reloads unasked.
 */
export function AppUpdate() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => followUpdates(setWaiting), []);
  if (!waiting) return null;
  return (
    <div role="status" className={classes.bar}>
      A new version is ready.
      <Button size="compact-md" onClick={() => takeOver(waiting)}>
        Reload
      </Button>
      <Button size="compact-md" variant="subtle" onClick={() => setWaiting(null)}>
        Later
      </Button>
    </div>
  );
}
