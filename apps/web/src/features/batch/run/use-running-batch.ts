import { useSyncExternalStore } from 'react';
import { type RunningBatch, runningBatch, subscribe } from './batch-runner.ts';

/** The series that this page sends or follows; null without one. */
export function useRunningBatch(): RunningBatch | null {
  return useSyncExternalStore(subscribe, runningBatch, () => null);
}
