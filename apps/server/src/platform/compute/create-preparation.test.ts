import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Compute, DeadlinePassed, ThreadDied } from './compute.ts';
import { createCompute, type PreparationOptions } from './create-compute.ts';

const threadFile = new URL('./testing/toy-prepare-thread.ts', import.meta.url);
const ada = { userId: 'ada', organisationId: 'clinic' };
const eve = { userId: 'eve', organisationId: 'other clinic' };

let compute: Compute;
afterEach(() => compute.close());

function start(limits: PreparationOptions['limits'] = { runMs: 150_000, totalMs: 160_000 }) {
  compute = createCompute({ threads: 0, preparation: { threads: 2, threadFile, limits } });
}

/** On a busy machine a new thread may miss a short deadline as well: it is asked until one answers. */
async function askUntilAnswered() {
  for (;;) {
    const answer = await ask('').catch((error: unknown) => error);
    if (!(answer instanceof DeadlinePassed)) return answer;
  }
}

const ask = (wish: string, by = ada, signal?: AbortSignal) =>
  compute.findText({ source: { bytes: Buffer.from(wish) } }, { by, signal });

describe('work on a foreign file', () => {
  it('is stopped at its deadline, running or queued, and the next file starts', async () => {
    start({ runMs: 3_000, totalMs: 160_000 });
    await expect(ask('spin')).rejects.toBeInstanceOf(DeadlinePassed);
    expect(await askUntilAnswered()).toMatchObject({ status: 'none' });
    await compute.close();
    start({ runMs: 150_000, totalMs: 3_000 });
    const [first, second] = [ask('spin'), ask('')];
    await expect(first).rejects.toBeInstanceOf(DeadlinePassed);
    await expect(second).rejects.toBeInstanceOf(DeadlinePassed);
  });

  it('has its time once more where text is looked for as well', async () => {
    start({ runMs: 2_000, totalMs: 160_000 });
    const ended: string[] = [];
    const prepare = (what: string, by: typeof ada, more: object) =>
      compute
        .prepare({ source: { bytes: Buffer.from('spin') }, target: '', uids: undefined, ...more }, { by })
        .catch((error: unknown) => ended.push(`${what} ${error instanceof DeadlinePassed}`));
    const both = [prepare('cleaned', ada, {}), prepare('searched', eve, { text: {} })];
    await Promise.race(both);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(ended).toEqual(['cleaned true']);
    await Promise.all(both);
    expect(ended).toEqual(['cleaned true', 'searched true']);
  });

  it('is stopped when its caller disconnects', async () => {
    start();
    const gone = new AbortController();
    const [running, queued] = [ask('spin', ada, gone.signal), ask('spin', ada, gone.signal)];
    setTimeout(() => gone.abort(), 300);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(queued).rejects.toMatchObject({ name: 'AbortError' });
    expect(await ask('')).toMatchObject({ status: 'none' });
  });

  // By Node's own choice of the young generation, parsing JSON ended the whole process.
  it.each(['hoard', 'hoard json'])('that runs out of memory fails alone: %s', async (wish) => {
    start();
    const other = ask('wait 500', eve);
    await expect(ask(wish)).rejects.toBeInstanceOf(ThreadDied);
    expect(await other).toMatchObject({ status: 'none' });
  });

  it('of one account leaves a thread to others', async () => {
    start();
    const gone = new AbortController();
    const held = Array.from({ length: 20 }, () => ask('spin', ada, gone.signal).catch(() => 'ended'));
    expect(await ask('', eve)).toMatchObject({ status: 'none' });
    gone.abort();
    expect(new Set(await Promise.all(held))).toEqual(new Set(['ended']));
  });

  it('keeps its slot until native code has finished', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'native-'));
    const file = join(folder, 'written-to-the-end.png');
    start();
    await ask('');
    const gone = new AbortController();
    const native = ask(`native ${file}`, ada, gone.signal);
    await expect.poll(() => existsSync(`${file}.begun`), { interval: 10 }).toBe(true);
    gone.abort();
    await expect(native).rejects.toMatchObject({ name: 'AbortError' });
    await ask('');
    expect((await readFile(file)).subarray(-8, -4).toString('latin1')).toBe('IEND');
    await rm(folder, { recursive: true });
  });
});
