import type { ReviewReply } from '@second-read/contract/reviews';
import {
  type Change,
  changeSchema,
  type Section,
  sections,
  sectionWords,
} from '@second-read/core/review/change';
import { z } from 'zod';
import { ApiError } from '../../api/calls/errors.ts';
import { fetchReview, sendChanges } from '../../api/reports/reviews.ts';
import { accountItem, type StoredItem } from '../../storage/browser-storage.ts';

/** `waiting`: nobody answers, it is tried again. `stopped`: the report is not the reader's to change. */
export type Saving = 'saved' | 'saving' | 'waiting' | 'stopped';

export interface QueueState {
  readonly saving: Saving;
  /** How many changes are not yet kept by the server. */
  readonly unsent: number;
  /** What went wrong last, for the reader; null where nothing did. */
  readonly problem: string | null;
  /** Texts that were not sent, since another tab wrote their sections meanwhile. */
  readonly unkept?: WrittenTexts | undefined;
}

export type WrittenTexts = ReviewReply['written'];

/** What a reader chose where two tabs wrote one section: the other tab's text is `over`, `text` stays. */
export interface Answer {
  readonly section: Section;
  readonly over: string;
  readonly text: string;
}

interface QueueOwner {
  readonly onState: (state: QueueState) => void;
  readonly onReview: (review: ReviewReply) => void;
}

const retryMs = 4_000;
/** As much as the server takes in one call: changes, and characters of them, with room for its own. */
const maxPerCall = 50;
const maxCharacters = 800_000;
const maxConflicts = 5;

/**
 * Sends a reader's changes one call after the other, in their order. Without an answer they wait here and are
 * sent again, also after the tab was closed: each has an id, so that none is made twice.
 */
export class ChangeQueue {
  readonly #reportId: string;
  readonly #owner: QueueOwner;
  readonly #item: StoredItem;
  #etag: string;
  #written: WrittenTexts;
  #unsent: Change[];
  #unkept: WrittenTexts = {};
  #answers = new Map<Section, Answer>();
  #isBusy = false;
  #running: Promise<void> = Promise.resolve();
  #conflicts = 0;
  /** Why the latest change that was refused could not be made. */
  #refusal: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(review: Pick<ReviewReply, 'report_id' | 'etag' | 'written'>, owner: QueueOwner) {
    this.#reportId = review.report_id;
    this.#owner = owner;
    this.#item = unsentItem(review.report_id);
    const left = leftIn(this.#item);
    this.#unsent = left?.changes ?? [];
    // What was there when they were made: a text that came later is not theirs to write over.
    ({ etag: this.#etag, written: this.#written } = left ?? review);
  }

  get unsent(): number {
    return this.#unsent.length;
  }

  /** What the server said last, by another call than this queue's; what waits was made without it. */
  sees({ etag, written }: Pick<ReviewReply, 'etag' | 'written'>): void {
    if (this.#isBusy || this.#unsent.length > 0) return;
    this.#etag = etag;
    this.#written = written;
  }

  add(change: Change): void {
    this.#hold([...this.#unsent, change]);
    void this.flush();
  }

  /** What was typed before it is not asked about again, wherever it is on its way. */
  answer(answer: Answer): void {
    this.#answers.set(answer.section, answer);
    if (this.#unkept[answer.section] === undefined) return;
    const { [answer.section]: _, ...others } = this.#unkept;
    this.#unkept = others;
    if (!this.#isBusy) this.#owner.onState(this.#ended());
  }

  /** Sends what waits, now. @returns when it was sent, or why not is known. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#isBusy && this.#unsent.length > 0) this.#running = this.#sendAll();
    return this.#running;
  }

  async #sendAll(): Promise<void> {
    this.#isBusy = true;
    this.#unkept = {};
    this.#refusal = null;
    this.#owner.onState(this.#stateOf('saving', null));
    let last: QueueState | undefined;
    while (this.#unsent.length > 0 && last === undefined) last = await this.#sendSome();
    this.#isBusy = false;
    this.#owner.onState(last ?? this.#ended());
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Undefined where it may go on at once. */
  async #sendSome(): Promise<QueueState | undefined> {
    const batch = firstOf(this.#unsent);
    try {
      this.#take(await sendChanges(this.#reportId, batch, this.#etag));
      this.#hold(this.#unsent.slice(batch.length));
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
      this.#hold(this.#unsent.slice(batch.length === 1 ? 1 : 0));
      if (batch.length > 1) return this.#sendSingly(batch);
      this.#refusal = error.message;
      return undefined;
    }
    return this.#stateOf('stopped', error.message);
  }

  async #sendSingly(batch: readonly Change[]): Promise<QueueState | undefined> {
    for (const change of batch) {
      try {
        this.#take(await sendChanges(this.#reportId, [change], this.#etag));
      } catch (error) {
        if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400))
          return this.#stateOf('stopped', String(error));
        this.#refusal = error.message;
      }
      this.#hold(this.#unsent.slice(1));
    }
    return undefined;
  }

  /**
   * Changed elsewhere, in another tab: what is there now is shown, and the waiting changes go on top. A text
   * that was written there as well is not written over: its field shows both.
   */
  async #catchUp(): Promise<QueueState | undefined> {
    this.#conflicts += 1;
    if (this.#conflicts > maxConflicts)
      return this.#stateOf('stopped', 'The report keeps changing elsewhere.');
    try {
      const before = this.#written;
      const now = await fetchReview(this.#reportId);
      this.#take(now);
      const rest = this.#unsent.filter((change) => {
        if (change.kind !== 'write') return true;
        const { section, text } = change;
        const there = now.written[section] ?? '';
        if (there === (before[section] ?? '') || there === text) return true;
        const answer = this.#answers.get(section);
        if (answer?.over === there) return text === answer.text;
        this.#unkept = { ...this.#unkept, [section]: text };
        return false;
      });
      this.#hold(rest);
      return undefined;
    } catch (error) {
      return this.#later(error);
    }
  }

  /** With everything sent but the texts that the reader is asked about. */
  #ended(): QueueState {
    const [section] = sections.filter((each) => this.#unkept[each] !== undefined);
    if (section === undefined) return this.#stateOf('saved', this.#refusal);
    return this.#stateOf('stopped', `${sectionWords[section]} was changed in another tab.`);
  }

  #later(error: unknown): QueueState {
    this.#timer = setTimeout(() => void this.flush(), retryMs);
    return this.#stateOf('waiting', error instanceof Error ? error.message : null);
  }

  /** In memory and, until they are sent, in this browser. */
  #hold(unsent: Change[]): void {
    this.#unsent = unsent;
    const left: Left = { etag: this.#etag, written: this.#written, changes: unsent };
    this.#item.write(unsent.length === 0 ? null : JSON.stringify(left));
  }

  #take(review: ReviewReply): void {
    this.#etag = review.etag;
    this.#written = review.written;
    this.#owner.onReview(review);
  }

  #stateOf(saving: Saving, problem: string | null): QueueState {
    const unkept = Object.keys(this.#unkept).length > 0 ? this.#unkept : undefined;
    return { saving, unsent: this.#unsent.length, problem, unkept };
  }
}

/** The first change, and those after it that go with it in one call. */
function firstOf(changes: readonly Change[]): readonly Change[] {
  let characters = 0;
  const tooMany = changes.slice(0, maxPerCall).findIndex((change) => {
    characters += JSON.stringify(change).length;
    return characters > maxCharacters;
  });
  return changes.slice(0, tooMany < 0 ? maxPerCall : Math.max(1, tooMany));
}

const unsentItem = (reportId: string) => accountItem('unsentChanges', undefined, reportId);

/** Whether this browser has changes of the account that its tab did not send before it was closed. */
export function hasUnsent(reportId: string): boolean {
  return (leftIn(unsentItem(reportId))?.changes.length ?? 0) > 0;
}

/** Unsent changes, with the version and the texts on which they were made. */
const leftSchema = z.object({
  etag: z.string(),
  written: z.partialRecord(z.enum(sections), z.string()),
  changes: z.array(changeSchema),
});
type Left = z.infer<typeof leftSchema>;

function leftIn(item: StoredItem): Left | null {
  try {
    return leftSchema.parse(JSON.parse(item.read() ?? 'null'));
  } catch {
    return null;
  }
}
