/** How often a job is requeued after a failure or the death of its worker. */
export const jobRetries = 5;

/** Work to be done once, by any worker. Payloads carry ids only; the row is the truth. */
export interface Queue {
  /** `key` makes publishing idempotent: a second job with the key of a waiting or running one is dropped. */
  publish(
    name: string,
    payload: Readonly<Record<string, string>>,
    options: {
      readonly key: string;
      /** A run is aborted after this. */
      readonly expireSeconds: number;
      /** Instead of `jobRetries` a second apart: this many retries with exponential backoff. */
      readonly retries?: { readonly times: number; readonly firstSeconds: number };
      /** Runs only when no interactive job waits. */
      readonly isBackground?: boolean;
      /** How many jobs of its owner it goes behind: waiting jobs with the fewest are taken first. */
      readonly turn?: number;
    },
  ): Promise<void>;
  /**
   * Runs `handler` for each job, `concurrency` at a time. A handler that throws, or whose process dies, gets
   * the job again, `jobRetries` times at most (or as it was published). A handler may therefore run twice for
   * one job, and must leave the same result. `onGivenUp` gets a job that is not run again.
   */
  work(
    name: string,
    options: {
      readonly concurrency: number;
      readonly onGivenUp?: (payload: Readonly<Record<string, string>>) => Promise<void>;
    },
    handler: (payload: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Jobs waiting, for metrics and autoscaling. */
  depth(name: string): Promise<number>;
  /**
   * Stops taking jobs, waits for running ones up to `graceMs` or until `forceShutdown` aborts, then aborts
   * them.
   */
  close(graceMs: number, forceShutdown?: AbortSignal): Promise<void>;
}

/**
 * Thrown by a handler that has logged its failure itself: the job is requeued, and nothing more is logged.
 */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
}
