import { describe, expect, it } from 'vitest';
import { WorkRefused } from './compute.ts';
import { FairQueue } from './fair-queue.ts';

const limits = {
  running: 4,
  runningPerAccount: 2,
  runningPerOrganisation: 3,
  waitingPerAccount: 8,
  waitingPerOrganisation: 10,
};
const never = new AbortController().signal;
const account = (userId: string, organisationId = `of ${userId}`) => ({ userId, organisationId });
const ada = account('ada', 'clinic');
const ben = account('ben', 'clinic');
const eve = account('eve', 'other clinic');

/** Records the order of turns. */
function rehearse(queue: FairQueue) {
  const begun: string[] = [];
  const giveBacks: (() => void)[] = [];
  const take = (owner: typeof ada, name: string, signal = never) =>
    queue.take(owner, signal).then((giveBack) => {
      begun.push(name);
      giveBacks.push(giveBack);
    });
  const next = async () => {
    giveBacks.shift()?.();
    await new Promise(setImmediate);
    return begun;
  };
  const settled = () => new Promise(setImmediate).then(() => begun);
  return { take, next, settled };
}

describe('the fair queue', () => {
  it('never gives all turns to one account or one organisation', async () => {
    const { take, settled } = rehearse(new FairQueue(limits));
    for (let i = 0; i < 6; i++) void take(ada, `ada ${i}`);
    expect(await settled()).toEqual(['ada 0', 'ada 1']);
    for (let i = 0; i < 2; i++) void take(ben, `ben ${i}`);
    expect(await settled()).toEqual(['ada 0', 'ada 1', 'ben 0']);
    void take(eve, 'eve');
    expect((await settled()).at(-1)).toBe('eve');
  });

  it('alternates between waiting owners, however much one has sent', async () => {
    const one = { ...limits, running: 1, runningPerAccount: 1, runningPerOrganisation: 1 };
    const { take, next, settled } = rehearse(new FairQueue(one));
    for (let i = 0; i < 4; i++) void take(ada, 'ada');
    void take(ben, 'ben');
    void take(eve, 'eve');
    await settled();
    for (let i = 0; i < 4; i++) await next();
    expect((await next()).slice(0, 4)).toEqual(['ada', 'eve', 'ben', 'ada']);
  });

  it('refuses when too much of an account, or of an organisation, waits', async () => {
    const queue = new FairQueue(limits);
    const { take } = rehearse(queue);
    for (let i = 0; i < 10; i++) void take(ada, 'ada');
    await expect(queue.take(ada, never)).rejects.toBeInstanceOf(WorkRefused);
    for (let i = 0; i < 3; i++) void take(ben, 'ben');
    await expect(queue.take(ben, never)).rejects.toBeInstanceOf(WorkRefused);
    await expect(queue.take(eve, never)).resolves.toBeTypeOf('function');
  });

  it('drops a turn whose caller left, and takes one back only once', async () => {
    const { take, settled, next } = rehearse(new FairQueue({ ...limits, running: 1 }));
    const gone = new AbortController();
    void take(ada, 'first');
    const leaving = take(ada, 'never', gone.signal);
    void take(ada, 'second');
    gone.abort();
    await expect(leaving).rejects.toMatchObject({ name: 'AbortError' });
    expect(await settled()).toEqual(['first']);
    expect(await next()).toEqual(['first', 'second']);
    await expect(new FairQueue(limits).take(ada, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
