import type { ReviewReply } from '@second-read/contract/reviews';
import type { Change } from '@second-read/core/review/change';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, noResponse } from '../../api/calls/errors.ts';
import { ChangeQueue, type QueueState } from './change-queue.ts';

const api = vi.hoisted(() => ({ sendChanges: vi.fn(), fetchReview: vi.fn() }));
vi.mock('../../api/reports/reviews.ts', () => api);

type Fate = 'kept' | 'lost before' | 'lost after' | 'restarting' | 'garbled';

/** What the server has, and what becomes of each call that sends. */
let kept: string[];
let fates: Fate[];
let sent: string[][];
let states: QueueState[];

const review = () => ({ report_id: 'lung-1', etag: `1.${kept.length}` }) as ReviewReply;
const failure = (status: number, code: 'version_conflict' | 'unknown_error') =>
  new ApiError({ code, message: code, status });

/** As the server takes changes: each once by its id, on top of what the caller has seen. */
async function take(_report: string, changes: readonly Change[], etag: string): Promise<ReviewReply> {
  const ids = changes.map(({ id }) => id);
  sent.push(ids);
  const fate = fates.shift() ?? 'kept';
  if (fate === 'lost before') throw noResponse();
  if (fate === 'restarting') throw failure(503, 'unknown_error');
  const isNew = ids.filter((id) => !kept.includes(id));
  if (isNew.length > 0 && etag !== review().etag) throw failure(412, 'version_conflict');
  kept.push(...isNew);
  if (fate === 'lost after') throw noResponse();
  if (fate === 'garbled') throw new TypeError('no etag');
  return review();
}

beforeEach(() => {
  vi.useFakeTimers();
  [kept, fates, sent, states] = [[], [], [], []];
  api.sendChanges.mockImplementation(take);
  api.fetchReview.mockImplementation(async () => review());
});
afterEach(() => vi.useRealTimers());

const change = (at: number): Change => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${at}`, kind: 'accept', finding: 'nodule-1' },
});
const queueOf = () =>
  new ChangeQueue(review(), { onState: (state) => states.push(state), onReview: () => {} });

it.each(['lost before', 'lost after', 'restarting', 'garbled'] as const)(
  'sends again what a server that died did not acknowledge (%s), each once and in order',
  async (fate) => {
    fates = ['kept', fate, fate];
    const queue = queueOf();
    queue.add(change(1));
    await vi.advanceTimersByTimeAsync(1);
    queue.add(change(2));
    queue.add(change(3));
    await vi.advanceTimersByTimeAsync(1);
    expect(states.at(-1)).toMatchObject({ saving: 'waiting', unsent: 2 });
    expect(states.at(-1)?.problem).not.toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states.at(-1)).toEqual({ saving: 'saved', unsent: 0, problem: null });
    expect(kept).toEqual([1, 2, 3].map((at) => change(at).id));
    expect(sent.filter((ids) => ids.includes(change(1).id))).toHaveLength(1);
  },
);
