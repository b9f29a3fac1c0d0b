import type { MessagePort } from 'node:worker_threads';
import type { CancelFlag } from './cancel-flag.ts';
import type { ReadTask, TimedStep } from './compute.ts';
import type { PrepareName, PrepareTasks } from './prepare.ts';

/** What every thread is told when it starts. */
export interface ThreadData {
  readonly modelsRoot: string;
  /** Opens and seals files of the spool. */
  readonly spoolKey: Uint8Array;
  /** Raised when the pool is about to end. */
  readonly closing: CancelFlag;
  /** The TypeScript entry to run, when the program is not bundled. */
  readonly sourceFile?: string;
}

/** What a thread is told that prepares files. */
export type PrepareThreadData = Pick<ThreadData, 'spoolKey' | 'sourceFile'>;

/** One call of a thread that prepares files. It writes its number to `thread`. */
export interface PrepareCall<N extends PrepareName = PrepareName> {
  readonly task: PrepareTasks[N]['task'];
  readonly thread: Int32Array<SharedArrayBuffer>;
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
