import { useSyncExternalStore } from 'react';
import { followers, type RunningBatch, runningBatch } from './batch-runner.ts';

/** The series that this page sends or follows; null without one. */
export function useRunningBatch(): RunningBatch | null {
  return useSyncExternalStore(followers.follow, runningBatch, () => null);
}
