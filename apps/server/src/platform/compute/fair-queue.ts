import { CancelledError } from './cancel-flag.ts';
import { type WorkOwner, WorkRefused } from './compute.ts';

/** Limits per account and organisation of running and of waiting work; beyond, work is refused. */
export interface FairLimits {
  readonly running: number;
  readonly runningPerAccount: number;
  readonly runningPerOrganisation: number;
  readonly waitingPerAccount: number;
  readonly waitingPerOrganisation: number;
}

interface Turn {
  readonly owner: WorkOwner;
  begin(): void;
}

/**
 * Picks the next owner: the waiting organisation, then account, with the least running; among equals the
 * one served longest ago, then first come. So one account fills neither the threads nor the queue.
 */
export class FairQueue {
  private waiting: Turn[] = [];
  private readonly running = new Set<Turn>();
  private readonly servedAt = new Map<string, number>();
  private served = 0;

  constructor(private readonly limits: FairLimits) {}

  /**
   * Resolves at the owner's turn with a function that releases the slot. Rejects with `WorkRefused` if too
   * much of the owner's work waits, with `CancelledError` if the signal aborts first.
   */
  take(owner: WorkOwner, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) return Promise.reject(new CancelledError());
    const isOver =
      count(this.waiting, 'userId', owner) >= this.limits.waitingPerAccount ||
      count(this.waiting, 'organisationId', owner) >= this.limits.waitingPerOrganisation;
    if (isOver) return Promise.reject(new WorkRefused());
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting = this.waiting.filter((each) => each !== turn);
        reject(new CancelledError());
      };
      const turn: Turn = {
        owner,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve(() => this.giveBack(turn));
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(turn);
      this.serve();
    });
  }

  private giveBack(turn: Turn): void {
    if (this.running.delete(turn)) this.serve();
  }

  private serve(): void {
    for (let turn = this.next(); turn; turn = this.next()) {
      this.waiting.splice(this.waiting.indexOf(turn), 1);
      this.running.add(turn);
      this.served += 1;
      this.servedAt.set(turn.owner.userId, this.served);
      this.servedAt.set(turn.owner.organisationId, this.served);
      turn.begin();
    }
    if (this.waiting.length === 0 && this.running.size === 0) this.servedAt.clear();
  }

  private next(): Turn | undefined {
    if (this.running.size >= this.limits.running) return undefined;
    let best: { turn: Turn; rank: readonly number[] } | undefined;
    for (const turn of this.waiting) {
      const rank = this.rankOf(turn);
      if (rank && (!best || isBefore(rank, best.rank))) best = { turn, rank };
    }
    return best?.turn;
  }

  /** Undefined if its owner is at the limit. */
  private rankOf({ owner }: Turn): readonly number[] | undefined {
    const running = [...this.running];
    const ofOrganisation = count(running, 'organisationId', owner);
    const ofAccount = count(running, 'userId', owner);
    if (ofAccount >= this.limits.runningPerAccount) return undefined;
    if (ofOrganisation >= this.limits.runningPerOrganisation) return undefined;
    const servedAt = (id: string) => this.servedAt.get(id) ?? 0;
    return [ofOrganisation, servedAt(owner.organisationId), ofAccount, servedAt(owner.userId)];
  }
}

function count(turns: readonly Turn[], by: keyof WorkOwner, owner: WorkOwner): number {
  return turns.reduce((sum, each) => sum + (each.owner[by] === owner[by] ? 1 : 0), 0);
}

function isBefore(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((value, i) => value !== other[i]);
  return at >= 0 && (rank[at] ?? 0) < (other[at] ?? 0);
}
