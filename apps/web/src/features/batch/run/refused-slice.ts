import { getSession } from '../../../api/account/session.ts';
import { ApiError } from '../../../api/calls/errors.ts';

/** Whether sending again cannot help: the batch has stopped, or the server does not want this slice. */
export function isFinal({ status, code }: ApiError): boolean {
  if (code === 'no_trials_remaining' || status === null || status === 401) return false;
  return status < 500 && status !== 408 && status !== 429;
}

const others: readonly string[] = ['several_patients', 'several_studies', 'patient_mismatch'];

/** Whether a slice is of another patient or study: the whole series stops. */
export function isOfOthers(error: unknown): boolean {
  return error instanceof ApiError && others.includes(error.code);
}

/** What sending waits for, in words. */
export function troubleOf({ status, code }: ApiError): string {
  if (code === 'no_trials_remaining')
    return 'Waiting: running analyses have reserved the rest of your quota.';
  if (status === 401 && !getSession().isAuthenticated) return 'Waiting for you to sign in again.';
  if (status === 429) return 'Waiting: too many requests, trying again shortly.';
  return 'Waiting for the connection.';
}
