import type { MessagePort } from 'node:worker_threads';
import type { CancelFlag } from './cancel-flag.ts';
import type { ReadTask, TimedStep } from './compute.ts';
import type { PrepareName, PrepareTasks } from './prepare.ts';

/** Startup data of every thread. */
export interface ThreadData {
  readonly modelsRoot: string;
  /** Key of the spool's files. */
  readonly spoolKey: Uint8Array;
  /** Raised when the pool is shutting down. */
  readonly closing: CancelFlag;
  /** The TypeScript entry to run, when the program is not bundled. */
  readonly sourceFile?: string;
}

/** Startup data of a thread that prepares files. */
export type PrepareThreadData = Pick<ThreadData, 'spoolKey' | 'sourceFile'>;

/** One call of a thread that prepares files. It writes its number to `thread`. */
export interface PrepareCall<N extends PrepareName = PrepareName> {
  readonly name: N;
  readonly task: PrepareTasks[N]['task'];
  readonly thread: Int32Array<SharedArrayBuffer>;
}

/** One call of a thread's `read`. */
export interface ThreadCall {
  readonly task: ReadTask;
  readonly cancel: CancelFlag;
  /** Port for progress and, if requested, timed steps. */
  readonly port: MessagePort;
  readonly wantsTimed: boolean;
}

export type ThreadMessage =
  | { readonly step: string; readonly fraction: number }
  | { readonly timed: TimedStep };
