import { setTimeout as sleep } from 'node:timers/promises';
import type { CancelSignal } from '@second-read/core/analysis/engine';

/**
 * Two words of memory shared by a thread and its pool: whether the work is canceled, so that an abort
 * reaches an engine that is busy computing; and how many sections that must not be interrupted the thread
 * is in.
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

/** The check that an engine makes between its steps. */
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
 * Runs a section in which the thread must not be terminated. Whoever raises the flag and awaits {@link
 * whenReleased} may terminate it.
 *
 * @throws CancelledError instead if the flag is already raised.
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

/** Resolves when no thread is in such a section, or after `limitMs`. */
export async function whenReleased(flag: CancelFlag, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  while (Atomics.load(flag, held) > 0 && Date.now() < end) await sleep(pollMs);
}
