import type { ReviewReply } from '@second-read/contract/reviews';
import type { KeptMeasurements } from '../../stage/look/use-kept-measurements.ts';
import type { Review } from './use-review.ts';

/** What the reader measured and chose, and how it is kept; undefined until the review is there. */
export function measuredIn({ review, queueState, change }: Review): KeptMeasurements | undefined {
  if (!review) return undefined;
  const isWriting = review.state === 'in_review' && review.mine;
  return {
    stored: review.measurements,
    isWriting,
    isSent: queueState.unsent === 0,
    problem: queueState.problem,
    onKeep: (measurement) => change({ kind: 'keep_measurement', measurement }),
    onRemove: (measurement) => change({ kind: 'remove_measurement', measurement }),
    keyImages: {
      stored: review.key_images,
      canChoose: isWriting || review.allowed.includes('start') || review.allowed.includes('amend'),
      onKeep: (keyImage, picture) => change({ kind: 'keep_key_image', keyImage, picture }),
      onRemove: (keyImage) => change({ kind: 'remove_key_image', keyImage }),
      onReturn: (keyImage) => change({ kind: 'return_key_image', keyImage }),
    },
  };
}

const nothing = () => {};

/** Of a version to read. */
export function measuredThen({ measurements, key_images: stored }: ReviewReply): KeptMeasurements {
  const rest = { isWriting: false, isSent: true, problem: null, onKeep: nothing, onRemove: nothing };
  const chosen = { stored, canChoose: false, onKeep: () => null, onRemove: nothing, onReturn: nothing };
  return { stored: measurements, ...rest, keyImages: chosen };
}
