import type { ReviewReply } from '@second-read/contract/reviews';
import type { Change } from '@second-read/core/review/change';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, noResponse } from '../../api/calls/errors.ts';
import { ChangeQueue, hasUnsent, type QueueState } from './change-queue.ts';

const api = vi.hoisted(() => ({ sendChanges: vi.fn(), fetchReview: vi.fn() }));
vi.mock('../../api/reports/reviews.ts', () => api);

type Fate = 'kept' | 'refused' | 'lost before' | 'lost after' | 'restarting' | 'garbled';

/** What the server has, and what becomes of each call that sends. */
let kept: string[];
let fates: Fate[];
let sent: string[][];
let states: QueueState[];

/** The texts that the server has. */
let written: ReviewReply['written'];

const review = () => ({ report_id: 'lung-1', etag: `1.${kept.length}`, written }) as ReviewReply;
const failure = (status: number, code: 'version_conflict' | 'unknown_error') =>
  new ApiError({ code, message: code, status });

/** As the server takes changes: each once by its id, on top of what the caller has seen. */
async function take(_report: string, changes: readonly Change[], etag: string): Promise<ReviewReply> {
  const ids = changes.map(({ id }) => id);
  sent.push(ids);
  const fate = fates.shift() ?? 'kept';
  if (fate === 'lost before') throw noResponse();
  if (fate === 'refused') throw new ApiError({ code: 'change_refused', message: 'No.', status: 422 });
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
  [kept, fates, sent, states, written] = [[], [], [], [], {}];
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

it('goes on with what was added while one that cannot be made was on its way', async () => {
  fates = ['refused'];
  const queue = queueOf();
  queue.add(change(1));
  queue.add(change(2));
  await vi.advanceTimersByTimeAsync(1);
  expect(states.at(-1)).toEqual({ saving: 'saved', unsent: 0, problem: 'No.' });
  expect(kept).toEqual([change(2).id]);
});

it('does not write over a text that another tab wrote meanwhile, and keeps everything else', async () => {
  const queue = queueOf();
  kept.push('of the other tab');
  written = { impression: 'Theirs.' };
  queue.add({ id: change(1).id, kind: 'write', section: 'impression', text: 'Mine.' });
  queue.add(change(2));
  await vi.advanceTimersByTimeAsync(1);
  const mine = { impression: 'Mine.' };
  const problem = expect.stringContaining('Impression');
  expect(states.at(-1)).toEqual({ saving: 'stopped', unsent: 0, problem, unkept: mine });
  expect(kept).toEqual(['of the other tab', change(2).id]);
});

it('does not write over a text that it saw only while its own waited for the server', async () => {
  fates = ['lost before'];
  const queue = queueOf();
  queue.add({ id: change(1).id, kind: 'write', section: 'impression', text: 'Mine.' });
  await vi.advanceTimersByTimeAsync(1);
  kept.push('of the other tab');
  written = { impression: 'Theirs.' };
  queue.sees(review());
  await queue.flush();
  expect([kept, states.at(-1)?.unkept]).toEqual([['of the other tab'], { impression: 'Mine.' }]);
});

it.each([
  ['kept', 'Mine.', ['of the other tab', 1, 2]],
  ['given up', 'Theirs.', ['of the other tab']],
])('does not ask again about a text that was %s before the server answered', async (_, text, expected) => {
  fates = ['lost before'];
  const queue = queueOf();
  const mine = (at: number): Change => ({
    ...{ id: change(at).id, kind: 'write', section: 'impression', text: 'Mine.' },
  });
  queue.add(mine(1));
  await vi.advanceTimersByTimeAsync(1);
  kept.push('of the other tab');
  written = { impression: 'Theirs.' };
  queue.answer({ section: 'impression', over: 'Theirs.', text });
  if (text === 'Mine.') queue.add(mine(2));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.at(-1)).toEqual({ saving: 'saved', unsent: 0, problem: null });
  expect(kept).toEqual(expected.map((each) => (typeof each === 'number' ? change(each).id : each)));
});

it('is at rest once the texts that it asked about are answered', async () => {
  const queue = queueOf();
  kept.push('of the other tab');
  written = { impression: 'Theirs.' };
  queue.add({ id: change(1).id, kind: 'write', section: 'impression', text: 'Mine.' });
  await vi.advanceTimersByTimeAsync(1);
  expect(states.at(-1)?.saving).toBe('stopped');
  queue.answer({ section: 'impression', over: 'Theirs.', text: 'Theirs.' });
  expect(states.at(-1)).toEqual({ saving: 'saved', unsent: 0, problem: null });
});

describe('a tab that was closed', () => {
  beforeEach(() => {
    const storage = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    });
    storage.set('isAuthenticated', 'true');
    storage.set('user', JSON.stringify({ id: 'u1' }));
    fates = ['lost before'];
  });
  afterEach(() => vi.unstubAllGlobals());

  async function close(left: Change): Promise<void> {
    const closed = queueOf();
    closed.add(left);
    await vi.advanceTimersByTimeAsync(1);
    closed.stop();
    expect([kept, hasUnsent('lung-1')]).toEqual([[], true]);
  }

  it('has its changes sent when the report is opened again', async () => {
    await close(change(1));
    await queueOf().flush();
    expect(kept).toEqual([change(1).id]);
    expect(hasUnsent('lung-1')).toBe(false);
  });

  it('does not write over a text that was written later', async () => {
    await close({ id: change(1).id, kind: 'write', section: 'impression', text: 'Mine.' });
    kept.push('of the other tab');
    written = { impression: 'Theirs.' };
    await queueOf().flush();
    expect([kept, states.at(-1)?.unkept]).toEqual([['of the other tab'], { impression: 'Mine.' }]);
  });
});
