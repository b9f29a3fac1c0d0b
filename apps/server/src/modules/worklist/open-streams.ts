import { Problem } from '../../calls/problem.ts';

const perAccount = 8;
const perProcess = 2_000;

/** The event streams that this process serves: so many per account, all ended together. */
export class OpenStreams {
  readonly #of = new Map<AbortController, string>();

  /** @throws Problem `too_many_requests` */
  open(userId: string): AbortController {
    const own = [...this.#of.values()].filter((each) => each === userId).length;
    if (own >= perAccount || this.#of.size >= perProcess) {
      const message = 'Too many windows follow the worklist. It is asked for from time to time instead.';
      throw new Problem('too_many_requests', message, { retryAfterSeconds: 60 });
    }
    const stop = new AbortController();
    this.#of.set(stop, userId);
    return stop;
  }

  close(stop: AbortController): void {
    stop.abort();
    this.#of.delete(stop);
  }

  closeAll(): void {
    for (const stop of this.#of.keys()) this.close(stop);
  }
}
