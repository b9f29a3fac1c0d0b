import { CancelledError } from './cancel-flag.ts';
import { type WorkOwner, WorkRefused } from './compute.ts';

/** How much of the work may be one account's and one organisation's at a time; more waits, and more than that is refused. */
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
 * Whose turn it is: of those who wait, the organisation, then the account, that has least under way; among equals the
 * one that was served longest ago, then who came first. So one account neither holds all threads nor the queue.
 */
export class FairQueue {
  private waiting: Turn[] = [];
  private readonly running = new Set<Turn>();
  private readonly servedAt = new Map<string, number>();
  private served = 0;

  constructor(private readonly limits: FairLimits) {}

  /**
   * Resolves when it is the owner's turn, with what gives the place back. Rejects with `WorkRefused` where too much of
   * the owner's waits already, with `CancelledError` when the signal aborts before.
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

  /** Undefined where its owner has as much under way as may be. */
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
