// @vitest-environment jsdom
import { manifestOf } from '@second-read/analyses/manifests';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchOrder, BatchSlice } from './batch-order.ts';
import { ReadingServer } from './reading-server.fixture.ts';
import { sendOrder } from './send-order.ts';

const timing = { pollMs: 20, waitMs: 10, longestWaitMs: 40 };
let server: ReadingServer;
let runner: typeof import('./batch-runner.ts');

beforeEach(async () => {
  server = new ReadingServer();
  await server.start();
  vi.stubEnv('VITE_API_HOST', server.address);
  vi.resetModules();
  runner = await import('./batch-runner.ts');
});

afterEach(async () => {
  runner.forgetBatch();
  await server.stop();
  vi.unstubAllEnvs();
});

const file = async () => new File(['slice'], 'IM1');
const slicesOf = (count: number): BatchSlice[] =>
  Array.from({ length: count }, () => ({ frame: null, saysBurnedIn: false, file }));
const orderOf = (slices: readonly BatchSlice[], masks: BatchOrder['masks'] = []): BatchOrder => ({
  manifest: manifestOf('lung'),
  patientId: ' 0042 ',
  isGenerated: false,
  isConfirmed: false,
  kind: 'slices',
  slices,
  masks,
});
const state = () => runner.runningBatch();
const isOver = () => vi.waitFor(() => expect(state()?.reply?.state).toBe('completed'), 60_000);
const arrived = () => server.arrivals.map(({ slice }) => slice);

describe('a series on its way', () => {
  it('is sent whole, from the middle outward, and followed to its end', async () => {
    expect(runner.runBatch(orderOf(slicesOf(9)), timing)).toBe(true);
    expect(runner.runBatch(orderOf(slicesOf(2)), timing)).toBe(false);
    await isOver();
    expect(arrived().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // Three travel at once: which of them comes first is not said.
    expect(arrived().slice(0, 3).toSorted()).toEqual(
      sendOrder(9)
        .slice(0, 3)
        .map((at) => at + 1)
        .toSorted(),
    );
    expect(state()).toMatchObject({ sent: 9, total: 9, isSending: false, trouble: null, failure: null });
    expect(new Set(server.arrivals.map(({ key }) => key)).size).toBe(9);
  });

  it('of one file takes the file along once, and again where the server has lost it', async () => {
    const frames = Array.from({ length: 6 }, (_, at) => ({ frame: at + 1, saysBurnedIn: false, file }));
    server.refusals.set(2, [{ status: 400, code: 'invalid_request' }]);
    runner.runBatch(orderOf(frames), timing);
    await isOver();
    const withFile = server.arrivals.filter(({ hasFile }) => hasFile);
    expect(withFile.map(({ slice }) => slice)).toEqual([4, 2]);
    expect(server.read.size).toBe(6);
  });
});

describe('a slice of another patient', () => {
  it('stops the series, which is canceled, and says why', async () => {
    server.refusals.set(2, [{ status: 409, code: 'several_patients' }]);
    runner.runBatch(orderOf(slicesOf(3)), timing);
    await vi.waitFor(() => expect(state()?.failure).not.toBeNull(), 10_000);
    expect(state()?.isSending).toBe(false);
    await vi.waitFor(() => expect(server.isCancelled).toBe(true), 10_000);
  });
});

describe('a series whose sending was interrupted', () => {
  const order: BatchOrder = {
    ...orderOf(slicesOf(5)),
    interrupted: { id: 'any', arrived: new Set([2, 3]) },
  };

  it('is gone on with: one slice proves that it is the same, the rest is sent', async () => {
    server.announce(5, [2, 3]);
    runner.runBatch(order, timing);
    await isOver();
    expect(arrived()[0]).toBe(3);
    expect(arrived().toSorted()).toEqual([1, 3, 4, 5]);
    expect(state()).toMatchObject({ total: 5, isSending: false, failure: null });
  });

  it('is left alone where these are other slices', async () => {
    server.announce(5, [2, 3]);
    server.refusals.set(3, [{ status: 409, code: 'idempotency_conflict' }]);
    runner.runBatch(order, timing);
    await vi.waitFor(() => expect(state()?.failure).toMatch(/not the slices of the interrupted series/));
    expect(arrived()).toEqual([3]);
  });
});

describe('what is to be hidden', () => {
  const masks = [{ x: 0, y: 0, width: 20, height: 10 }];

  it('goes with every slice, also where it is sent again', async () => {
    server.refusals.set(2, [{ status: 503, code: 'unavailable' }]);
    runner.runBatch(orderOf(slicesOf(3), masks), timing);
    await isOver();
    expect(server.arrivals.map(({ hasMasks }) => hasMasks)).toEqual([true, true, true, true]);
  });

  it('goes with the file of frames, not with frames that travel without it', async () => {
    const frames = Array.from({ length: 3 }, (_, at) => ({ frame: at + 1, saysBurnedIn: false, file }));
    runner.runBatch(orderOf(frames, masks), timing);
    await isOver();
    for (const { hasFile, hasMasks } of server.arrivals) expect(hasMasks).toBe(hasFile);
  });

  it('is not spoken of where nothing is hidden', async () => {
    runner.runBatch(orderOf(slicesOf(2)), timing);
    await isOver();
    expect(server.arrivals.some(({ hasMasks }) => hasMasks)).toBe(false);
  });
});

describe('a slice that fails', () => {
  it('does not keep the others: what the server will not have is passed over', async () => {
    server.refusals.set(3, [{ status: 400, code: 'invalid_request' }]);
    runner.runBatch(orderOf(slicesOf(5)), timing);
    await vi.waitFor(() => expect(state()?.isSending).toBe(false));
    expect([...server.read.keys()].toSorted()).toEqual([1, 2, 4, 5]);
    expect(arrived().filter((slice) => slice === 3)).toEqual([3]);
    expect(state()).toMatchObject({ sent: 5, trouble: null, failure: null });
  });

  it('goes as an empty file where it can no longer be read here, and is counted as failed', async () => {
    const slices = slicesOf(4).with(1, {
      frame: null,
      saysBurnedIn: false,
      file: () => Promise.reject(new Error('gone')),
    });
    runner.runBatch(orderOf(slices), timing);
    await isOver();
    expect(state()?.reply).toMatchObject({ completed: 3, failed: 1 });
    expect(server.read.get(2)).toBe('failed');
  });

  it('is sent again while the server is busy or trials are held, in the same name', async () => {
    server.refusals.set(1, [
      { status: 503, code: 'unavailable' },
      { status: 429, code: 'too_many_requests' },
      { status: 403, code: 'no_trials_remaining' },
    ]);
    const troubles = new Set<string>();
    const stop = runner.followers.follow(() => troubles.add(state()?.trouble ?? ''));
    runner.runBatch(orderOf(slicesOf(1)), timing);
    await isOver();
    stop();
    expect(server.arrivals.length).toBe(4);
    expect(new Set(server.arrivals.map(({ key }) => key)).size).toBe(1);
    expect([...troubles].filter((words) => words !== '')).toEqual([
      'Waiting for the connection.',
      'Waiting: too many requests, trying again shortly.',
      'Waiting: running analyses have reserved the rest of your quota.',
    ]);
  });
});

describe('cancelling', () => {
  it('sends nothing more and shows what the server says', async () => {
    const arrival = new Promise<void>((done) => {
      server.onArrival = () => server.arrivals.length === 4 && done();
    });
    runner.runBatch(orderOf(slicesOf(200)), timing);
    await arrival;
    await runner.cancelRunningBatch();
    const sent = server.arrivals.length;
    expect(state()).toMatchObject({
      isSending: false,
      reply: { state: 'stopped', stopped_because: 'cancelled' },
    });
    await new Promise((done) => setTimeout(done, 150));
    expect(server.arrivals.length).toBe(sent);
    expect(sent).toBeLessThan(200);
  });

  it('before the server has answered at all forgets the series', async () => {
    runner.runBatch(orderOf(slicesOf(3)), timing);
    await runner.cancelRunningBatch();
    expect(state()).toBeNull();
    await new Promise((done) => setTimeout(done, 100));
    expect(server.arrivals).toEqual([]);
  });

  it('says so where the server cannot be reached', async () => {
    runner.runBatch(orderOf(slicesOf(50)), timing);
    await vi.waitFor(() => expect(server.arrivals.length).toBeGreaterThan(2));
    await server.stop();
    await runner.cancelRunningBatch();
    expect(state()).toMatchObject({
      isSending: false,
      trouble: 'The series could not be canceled. Please try again.',
    });
    await server.start();
    await runner.cancelRunningBatch();
    expect(state()?.reply?.state).toBe('stopped');
  });
});

describe('a restart in the middle', () => {
  it('of the server is waited for, and no slice is lost or stored twice', async () => {
    const half = new Promise<void>((done) => {
      server.onArrival = () => server.arrivals.length === 10 && done();
    });
    runner.runBatch(orderOf(slicesOf(20)), timing);
    await half;
    await server.stop();
    await vi.waitFor(() => expect(state()?.trouble).toBe('Waiting for the connection.'));
    expect(state()?.isSending).toBe(true);
    await server.start();
    await isOver();
    expect(server.read.size).toBe(20);
    expect(new Set(server.arrivals.map(({ key }) => key)).size).toBe(20);
    await vi.waitFor(() => expect(state()).toMatchObject({ sent: 20, isSending: false, trouble: null }));
  });

  it('of the page leaves the server with what it has, and it is followed again', async () => {
    runner.runBatch(orderOf(slicesOf(60)), timing);
    await vi.waitFor(() => expect(state()?.sent).toBeGreaterThan(2));
    const id = state()?.reply?.id ?? '';
    runner.forgetBatch();
    const sent = server.arrivals.length;
    vi.resetModules();
    runner = await import('./batch-runner.ts');
    runner.followBatch(id, 'Lung CT', timing);
    await vi.waitFor(() => expect(state()?.reply?.received).toBeGreaterThan(0));
    // Its files went with the page: what is missing stays missing, and is said to be.
    expect(state()).toMatchObject({ isSending: false, reply: { state: 'receiving' } });
    expect(server.arrivals.length - sent).toBeLessThanOrEqual(3);
  });
});
