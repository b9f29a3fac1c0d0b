import { Problem } from '../../../calls/problem.ts';
import { DeadlinePassed, ThreadDied, WorkRefused } from '../../../platform/compute/compute.ts';

/** Waits for what a thread writes or draws of a report, and says what it means where that was ended. */
export async function inCompute<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof WorkRefused)
      throw new Problem('too_many_requests', 'Too many images are being drawn for you.', { cause });
    if (cause instanceof DeadlinePassed)
      throw new Problem('analysis_timeout', 'Writing it took too long and was stopped.', { cause });
    if (cause instanceof ThreadDied) throw new Error('a thread died as it drew a report', { cause });
    throw cause;
  }
}
