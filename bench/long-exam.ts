import { setTimeout as sleep } from 'node:timers/promises';
import { readExam } from '../e2e/support/read-exam.ts';
import { chestSeries } from '../e2e/support/series.ts';
import { peakMemoryMb } from './engines/processor-time.ts';
import type { Finding } from './measure.ts';
import { startProgram } from './scale-out/processes.ts';
import { withServer } from './served.ts';
import { signIn } from './sign-in.ts';

const count = 600;
const memoryLimitMb = 1_000;
/** As for an exam of 64 slices, which may take 12 s. */
const limitMsPerSlice = 12_000 / 64;
const pollMs = 1_000;

/**
 * A chest exam of 600 slices, sent and read by one API process and one worker of two threads: the most memory
 * of each, and the longest that the API took to answer something else meanwhile.
 */
export function benchLongExam(): Promise<Finding[]> {
  return withServer(async ({ address, api, account, environment }) => {
    const worker = await startProgram('worker', 'worker', { ...environment, COMPUTE_THREADS: '2' });
    try {
      const authorization = await signIn(address, account);
      const slices = await chestSeries(count);
      const asked = askedUntil(address);
      const since = performance.now();
      await readExam(slices, { address, authorization });
      const ms = performance.now() - since;
      const longest = await asked.stop();
      const of = (name: string, ours: number, peer: number, unit: string, aim: string): Finding => ({
        ...{ name: `chest exam of ${count} slices: ${name}`, ours, against: 'the limit', peer, unit, aim },
        isMet: aim === 'none' || ours <= peer,
      });
      const atMost = 'at most 1.00 times';
      return [
        of('most memory of the API process', peakMemoryMb(api.pid), memoryLimitMb, 'MB', atMost),
        of('most memory of the worker', peakMemoryMb(worker.pid), memoryLimitMb, 'MB', atMost),
        of('longest answer of the API meanwhile', longest, 1_000, 'ms', 'none'),
        of('from the first slice to the report', ms, count * limitMsPerSlice, 'ms', 'none'),
      ];
    } finally {
      await worker.stop();
    }
  });
}

/** Asks for the state of health again and again until it is stopped: the longest answer in milliseconds. */
function askedUntil(address: string) {
  let isDone = false;
  const asking = (async () => {
    let longest = 0;
    while (!isDone) {
      const start = performance.now();
      await fetch(`${address}/healthz`);
      longest = Math.max(longest, performance.now() - start);
      await sleep(pollMs);
    }
    return longest;
  })();
  return {
    stop: () => {
      isDone = true;
      return asking;
    },
  };
}
