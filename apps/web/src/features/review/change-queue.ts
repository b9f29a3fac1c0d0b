import type { ReviewReply } from '@second-read/contract/reviews';
import type { Change } from '@second-read/core/review/change';
import { ApiError } from '../../api/calls/errors.ts';
import { fetchReview, sendChanges } from '../../api/reports/reviews.ts';

/** `waiting`: nobody answers, it is tried again. `stopped`: the report is not the reader's to change. */
export type Saving = 'saved' | 'saving' | 'waiting' | 'stopped';

export interface QueueState {
  readonly saving: Saving;
  /** How many changes are not yet kept by the server. */
  readonly unsent: number;
  /** What went wrong last, for the reader; null where nothing did. */
  readonly problem: string | null;
}

interface QueueOwner {
  readonly onState: (state: QueueState) => void;
  readonly onReview: (review: ReviewReply) => void;
}

const retryMs = 4_000;
/** As many as the server takes in one call. */
const maxPerCall = 50;
const maxConflicts = 5;

/**
 * Sends a reader's changes one call after the other, in their order. Without an answer they wait here and are
 * sent again: each has an id of its own, so that none is made twice.
 */
export class ChangeQueue {
  readonly #reportId: string;
  readonly #owner: QueueOwner;
  #etag: string;
  #unsent: Change[] = [];
  #isBusy = false;
  #conflicts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(review: Pick<ReviewReply, 'report_id' | 'etag'>, owner: QueueOwner) {
    this.#reportId = review.report_id;
    this.#etag = review.etag;
    this.#owner = owner;
  }

  get unsent(): number {
    return this.#unsent.length;
  }

  /** What the server said last, by another call than this queue's. */
  sees({ etag }: Pick<ReviewReply, 'etag'>): void {
    if (!this.#isBusy) this.#etag = etag;
  }

  add(change: Change): void {
    this.#unsent.push(change);
    void this.flush();
  }

  /** Sends what waits, now. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isBusy || this.#unsent.length === 0) return;
    this.#isBusy = true;
    this.#tell('saving', null);
    let last: QueueState | undefined;
    while (this.#unsent.length > 0 && last === undefined) last = await this.#sendSome();
    this.#isBusy = false;
    this.#owner.onState(last ?? { saving: 'saved', unsent: 0, problem: null });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Undefined where it may go on at once. */
  async #sendSome(): Promise<QueueState | undefined> {
    const batch = this.#unsent.slice(0, maxPerCall);
    try {
      this.#take(await sendChanges(this.#reportId, batch, this.#etag));
      this.#unsent = this.#unsent.slice(batch.length);
      this.#conflicts = 0;
      return undefined;
    } catch (error) {
      return this.#afterFailure(error, batch);
    }
  }

  async #afterFailure(error: unknown, batch: readonly Change[]): Promise<QueueState | undefined> {
    // Also an answer that could not be read: the changes' ids keep them from being made twice.
    if (!(error instanceof ApiError) || error.status === null || error.status >= 500)
      return this.#later(error);
    if (error.code === 'version_conflict') return this.#catchUp();
    if (error.status === 422 || error.status === 400) {
      // The first that cannot be made is taken out; what the others say does not depend on it.
      this.#unsent = this.#unsent.slice(batch.length === 1 ? 1 : 0);
      if (batch.length > 1) return this.#sendSingly(batch);
      return this.#stateOf(this.#unsent.length === 0 ? 'saved' : 'saving', error.message);
    }
    return this.#stateOf('stopped', error.message);
  }

  async #sendSingly(batch: readonly Change[]): Promise<QueueState | undefined> {
    let problem: string | null = null;
    for (const change of batch) {
      try {
        this.#take(await sendChanges(this.#reportId, [change], this.#etag));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 422)
          return this.#stateOf('stopped', String(error));
        problem = error.message;
      }
      this.#unsent.shift();
    }
    return problem === null ? undefined : this.#stateOf('saved', problem);
  }

  /** Changed elsewhere, in another tab: what is there now is shown, and the waiting changes go on top. */
  async #catchUp(): Promise<QueueState | undefined> {
    this.#conflicts += 1;
    if (this.#conflicts > maxConflicts)
      return this.#stateOf('stopped', 'The report keeps changing elsewhere.');
    try {
      this.#take(await fetchReview(this.#reportId));
      return undefined;
    } catch (error) {
      return this.#later(error);
    }
  }

  #later(error: unknown): QueueState {
    this.#timer = setTimeout(() => void this.flush(), retryMs);
    return this.#stateOf('waiting', error instanceof Error ? error.message : null);
  }

  #take(review: ReviewReply): void {
    this.#etag = review.etag;
    this.#owner.onReview(review);
  }

  #stateOf(saving: Saving, problem: string | null): QueueState {
    return { saving, unsent: this.#unsent.length, problem };
  }

  #tell(saving: Saving, problem: string | null): void {
    this.#owner.onState(this.#stateOf(saving, problem));
  }
}
