import { setTimeout as sleep } from 'node:timers/promises';
import type { CancelSignal } from '@second-read/core/analysis/engine';

/**
 * Two words of memory that a thread and its keeper see: whether the work is called off, so that an abort reaches an
 * engine that is busy computing; and how often the thread holds off its own end.
 */
export type CancelFlag = Int32Array<SharedArrayBuffer>;

const [raised, held] = [0, 1];
const pollMs = 5;

export class CancelledError extends Error {
  override readonly name = 'AbortError';
  constructor() {
    super('The analysis was canceled.');
  }
}

export function createCancelFlag(): CancelFlag {
  return new Int32Array(new SharedArrayBuffer(8));
}

export function raise(flag: CancelFlag): void {
  Atomics.store(flag, raised, 1);
}

/** What an engine checks between its steps. */
export function signalOf(flag: CancelFlag): CancelSignal {
  const isRaised = () => Atomics.load(flag, raised) === 1;
  return {
    get aborted() {
      return isRaised();
    },
    throwIfAborted() {
      if (isRaised()) throw new CancelledError();
    },
  };
}

/**
 * Does what the thread must not be ended in. Who raises the flag and then waits for {@link whenReleased} may end it.
 *
 * @throws CancelledError instead, where the flag is raised already.
 */
export async function hold<T>(flag: CancelFlag, work: () => Promise<T>): Promise<T> {
  Atomics.add(flag, held, 1);
  try {
    signalOf(flag).throwIfAborted();
    return await work();
  } finally {
    Atomics.sub(flag, held, 1);
  }
}

/** Until no thread holds a raised flag any more, but no longer than `limitMs`. */
export async function whenReleased(flag: CancelFlag, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  while (Atomics.load(flag, held) > 0 && Date.now() < end) await sleep(pollMs);
}
