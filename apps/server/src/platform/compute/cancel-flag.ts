import type { CancelSignal } from '@second-read/core/analysis/engine';

/** One word of memory that both threads see: an abort reaches an engine that is busy computing. */
export type CancelFlag = Int32Array<SharedArrayBuffer>;

export class CancelledError extends Error {
  override readonly name = 'AbortError';
  constructor() {
    super('The analysis was cancelled.');
  }
}

export function createCancelFlag(): CancelFlag {
  return new Int32Array(new SharedArrayBuffer(4));
}

export function raise(flag: CancelFlag): void {
  Atomics.store(flag, 0, 1);
}

/** What an engine checks between its steps. */
export function signalOf(flag: CancelFlag): CancelSignal {
  const isRaised = () => Atomics.load(flag, 0) === 1;
  return {
    get aborted() {
      return isRaised();
    },
    throwIfAborted() {
      if (isRaised()) throw new CancelledError();
    },
  };
}
