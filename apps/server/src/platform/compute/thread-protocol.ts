import type { MessagePort } from 'node:worker_threads';
import type { CancelFlag } from './cancel-flag.ts';
import type { ReadTask, TimedStep } from './compute.ts';

/** What every thread is told when it starts. */
export interface ThreadData {
  readonly modelsRoot: string;
  /** Raised when the pool is about to end. */
  readonly closing: CancelFlag;
  /** The TypeScript entry to run, when the program is not bundled. */
  readonly sourceFile?: string;
}

/** One call of a thread's `read`. */
export interface ThreadCall {
  readonly task: ReadTask;
  readonly cancel: CancelFlag;
  /** Progress goes out here, and timed steps where they are wanted. */
  readonly port: MessagePort;
  readonly wantsTimed: boolean;
}

export type ThreadMessage =
  | { readonly step: string; readonly fraction: number }
  | { readonly timed: TimedStep };
