import { Problem } from '../../calls/problem.ts';

const perMinute = 20;
const minuteMs = 60_000;

/** Keeps visitors from taking the engine from those who are signed in: one run at a time, some a minute. */
export class TryLimit {
  #begun: number[] = [];
  #isRunning = false;

  /**
   * Counts a run that begins now.
   * @returns what ends it
   * @throws Problem `too_many_requests`, with the time after which it may begin
   */
  begin(now: number): () => void {
    this.#begun = this.#begun.filter((time) => now - time < minuteMs);
    const oldest = this.#begun[0];
    const isFull = oldest !== undefined && this.#begun.length >= perMinute;
    if (this.#isRunning || isFull) {
      const retryAfterSeconds = isFull ? (oldest + minuteMs - now) / 1000 : 10;
      const message = 'Somebody else is trying the engine. Please try again in a moment.';
      throw new Problem('too_many_requests', message, { retryAfterSeconds });
    }
    this.#begun.push(now);
    this.#isRunning = true;
    return () => {
      this.#isRunning = false;
    };
  }
}
