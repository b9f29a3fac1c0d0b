import type { MessagePort } from 'node:worker_threads';
import type { CancelFlag } from './cancel-flag.ts';
import type { ReadTask } from './compute.ts';

/** What every thread is told when it starts. */
export interface ThreadData {
  readonly modelsRoot: string;
  /** The TypeScript entry to run, when the program is not bundled. */
  readonly sourceFile?: string;
}

/** One call of a thread's `read`. */
export interface ThreadCall {
  readonly task: ReadTask;
  readonly cancel: CancelFlag;
  /** Progress goes out here. */
  readonly port: MessagePort;
}

export interface ProgressMessage {
  readonly step: string;
  readonly fraction: number;
}
