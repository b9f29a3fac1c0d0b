import { signalOf } from './cancel-flag.ts';
import type { ReadOutcome, TimedStep } from './compute.ts';
import { type ReaderParts, readImage } from './read-image.ts';
import type { ThreadCall, ThreadMessage } from './thread-protocol.ts';

/** The thread's side of {@link createCompute}: answers calls with outcomes and reports progress. */
export function serveReads(parts: ReaderParts): (call: ThreadCall) => Promise<ReadOutcome> {
  return async ({ task, cancel, port, wantsTimed }) => {
    const signal = signalOf(cancel);
    signal.throwIfAborted();
    const tell = (message: ThreadMessage) => port.postMessage(message);
    const progress = (step: string, fraction: number) => tell({ step, fraction });
    const timed = wantsTimed ? { onTimed: (step: TimedStep) => tell({ timed: step }) } : {};
    try {
      return await readImage(task, parts, { signal, progress, ...timed });
    } finally {
      port.close();
    }
  };
}
