/**
 * Lets a compute thread run from the TypeScript sources, in development and in tests: its imports go
 * through tsx, lazy ones included, which `--import tsx` does not reach in a thread. The bundle does
 * without this file.
 */
import { workerData } from 'piscina';
import { register } from 'tsx/esm/api';

register();
/** A thread has those of its kind. */
export const { read, readForExam, joinExam, serve } = await import(workerData.sourceFile);
