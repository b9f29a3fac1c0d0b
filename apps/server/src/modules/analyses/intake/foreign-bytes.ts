import { type DecodeProblem, decodeMessages } from '@second-read/core/decode/study';
import { Problem } from '../../../calls/problem.ts';
import { DeadlinePassed, ThreadDied, WorkRefused } from '../../../platform/compute/compute.ts';

const retryAfterSeconds = 5;

/** Waits for work on a foreign file, and says what it means to the caller when it was ended. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw problemOf(error) ?? error;
  }
}

function problemOf(cause: unknown): Problem | undefined {
  if (cause instanceof WorkRefused) {
    const message = 'Too many of your images are being prepared. Please wait a moment and try again.';
    return new Problem('too_many_requests', message, { cause, retryAfterSeconds });
  }
  if (cause instanceof DeadlinePassed) {
    const message = 'Preparing the image took too long and was stopped. Nothing was charged.';
    return new Problem('analysis_timeout', message, { cause });
  }
  if (cause instanceof ThreadDied) {
    return new Problem('invalid_file', decodeMessages.corrupt_file, { cause });
  }
  if (cause instanceof Error && cause.name === 'AbortError')
    return new Problem('analysis_cancelled', 'The analysis was canceled.', { cause });
  return undefined;
}

/** A file that cannot be read, in words. */
export function unreadable(problem: DecodeProblem): Problem {
  return new Problem('invalid_file', decodeMessages[problem]);
}
