import { type CancelFlag, signalOf } from './cancel-flag.ts';
import type { ReadOutcome, ReadTask, SliceRead, TimedStep } from './compute.ts';
import { createInfer, inferenceRuntime, undisturbedBy } from './infer.ts';
import { readForExam } from './read-for-exam.ts';
import { type ReadControls, type ReaderParts, readImage } from './read-image.ts';
import type { ThreadCall, ThreadData, ThreadMessage } from './thread-protocol.ts';

/**
 * The thread's side of {@link createCompute}: answers calls, one at a time, with outcomes and reports
 * progress.
 */
export function serveReads(
  { modelsRoot, closing, spoolKey }: ThreadData,
  parts: Omit<ReaderParts, 'infer' | 'spoolKey'>,
): {
  readonly read: (call: ThreadCall) => Promise<ReadOutcome>;
  readonly readForExam: (call: ThreadCall) => Promise<SliceRead>;
} {
  let present: CancelFlag | undefined;
  const undisturbed = undisturbedBy(() => (present ? [closing, present] : [closing]));
  const infer = createInfer(modelsRoot, undisturbed);
  // Before the first image comes. A failure here is reported by the first network.
  undisturbed(inferenceRuntime).catch(() => undefined);
  type Work<T> = (task: ReadTask, parts: ReaderParts, controls: ReadControls) => Promise<T>;
  const served =
    <T>(work: Work<T>) =>
    async ({ task, cancel, port, wantsTimed }: ThreadCall): Promise<T> => {
      const signal = signalOf(cancel);
      signal.throwIfAborted();
      present = cancel;
      const tell = (message: ThreadMessage) => port.postMessage(message);
      const progress = (step: string, fraction: number) => tell({ step, fraction });
      const timed = wantsTimed ? { onTimed: (step: TimedStep) => tell({ timed: step }) } : {};
      try {
        return await work(task, { ...parts, infer, spoolKey }, { signal, progress, ...timed });
      } finally {
        present = undefined;
        port.close();
      }
    };
  return { read: served(readImage), readForExam: served(readForExam) };
}
