import type { ReviewReply } from '@second-read/contract/reviews';
import type { KeptMeasurements } from '../../stage/use-kept-measurements.ts';
import type { Review } from './use-review.ts';

/** What the reader measured, and how it is kept; undefined until the review is there. */
export function measuredIn({ review, queueState, change }: Review): KeptMeasurements | undefined {
  return (
    review && {
      stored: review.measurements,
      isWriting: review.state === 'in_review' && review.mine,
      isSent: queueState.unsent === 0,
      problem: queueState.problem,
      onKeep: (measurement) => change({ kind: 'keep_measurement', measurement }),
      onRemove: (measurement) => change({ kind: 'remove_measurement', measurement }),
    }
  );
}

/** Of a version to read. */
export function measuredThen({ measurements }: ReviewReply): KeptMeasurements {
  const nothing = () => {};
  const rest = { isWriting: false, isSent: true, problem: null, onKeep: nothing, onRemove: nothing };
  return { stored: measurements, ...rest };
}
