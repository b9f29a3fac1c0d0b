import type { DecodeProblem } from '@second-read/core/decode/study';

/** A failure caused by the file. */
export class Unreadable extends Error {
  readonly reason: DecodeProblem;

  constructor(reason: DecodeProblem) {
    super(reason);
    this.reason = reason;
  }
}
