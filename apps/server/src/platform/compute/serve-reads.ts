import { type CancelFlag, signalOf } from './cancel-flag.ts';
import type { ReadOutcome, TimedStep } from './compute.ts';
import { createInfer, inferenceRuntime, undisturbedBy } from './infer.ts';
import { type ReaderParts, readImage } from './read-image.ts';
import type { ThreadCall, ThreadData, ThreadMessage } from './thread-protocol.ts';

/**
 * The thread's side of {@link createCompute}: answers calls, one at a time, with outcomes and reports
 * progress.
 */
export function serveReads(
  { modelsRoot, closing, spoolKey }: ThreadData,
  parts: Omit<ReaderParts, 'infer' | 'spoolKey'>,
): (call: ThreadCall) => Promise<ReadOutcome> {
  let present: CancelFlag | undefined;
  const undisturbed = undisturbedBy(() => (present ? [closing, present] : [closing]));
  const infer = createInfer(modelsRoot, undisturbed);
  // Before the first image comes. A failure here is reported by the first network.
  undisturbed(inferenceRuntime).catch(() => undefined);
  return async ({ task, cancel, port, wantsTimed }) => {
    const signal = signalOf(cancel);
    signal.throwIfAborted();
    present = cancel;
    const tell = (message: ThreadMessage) => port.postMessage(message);
    const progress = (step: string, fraction: number) => tell({ step, fraction });
    const timed = wantsTimed ? { onTimed: (step: TimedStep) => tell({ timed: step }) } : {};
    try {
      return await readImage(task, { ...parts, infer, spoolKey }, { signal, progress, ...timed });
    } finally {
      present = undefined;
      port.close();
    }
  };
}
