import { signalOf } from './cancel-flag.ts';
import type { ReadOutcome } from './compute.ts';
import { type ReaderParts, readImage } from './read-image.ts';
import type { ProgressMessage, ThreadCall } from './thread-protocol.ts';

/** The thread's side of {@link createCompute}: answers calls with outcomes and reports progress. */
export function serveReads(parts: ReaderParts): (call: ThreadCall) => Promise<ReadOutcome> {
  return async ({ task, cancel, port }) => {
    const signal = signalOf(cancel);
    signal.throwIfAborted();
    const progress = (step: string, fraction: number) => {
      const message: ProgressMessage = { step, fraction };
      port.postMessage(message);
    };
    try {
      return await readImage(task, parts, { signal, progress });
    } finally {
      port.close();
    }
  };
}
