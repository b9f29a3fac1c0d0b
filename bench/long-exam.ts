import { setTimeout as sleep } from 'node:timers/promises';
import { readExam } from '../e2e/support/read-exam.ts';
import { chestSeries } from '../e2e/support/series.ts';
import { forgetPeakMemory, peakMemoryMb } from './engines/processor-time.ts';
import type { Finding } from './measure.ts';
import { startProgram } from './scale-out/processes.ts';
import { withServer } from './served.ts';
import { signIn } from './sign-in.ts';

const count = 600;
const memoryLimitMb = 1_000;
/** As for an exam of 64 slices, which may take 12 s. */
const limitMsPerSlice = 12_000 / 64;
const pollMs = 1_000;
/** What the API process may gain while a series is sent that it does not hold. */
const gainLimitMb = 150;
const study = '1.2.826.0.6';
const seriesPath = `/api/dicom-web/studies/${study}/series/1.2.826.1`;

/**
 * A chest exam of 600 slices, sent and read by one API process and one worker of two threads: the most memory
 * of each, and the longest that the API took to answer something else meanwhile. Then its series is retrieved
 * over DICOMweb, and once more by who has it.
 */
export function benchLongExam(): Promise<Finding[]> {
  return withServer(async ({ address, api, account, environment }) => {
    const worker = await startProgram('worker', 'worker', { ...environment, COMPUTE_THREADS: '2' });
    try {
      const authorization = await signIn(address, account);
      const slices = await chestSeries(count, {
        '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
        '0020,000d': ['UI', study],
      });
      const asked = askedUntil(address);
      const since = performance.now();
      await readExam(slices, { address, authorization });
      const ms = performance.now() - since;
      const longest = await asked.stop();
      const memory = peakMemoryMb(api.pid);
      forgetPeakMemory(api.pid);
      const before = peakMemoryMb(api.pid);
      const first = await retrieve(address, { authorization });
      const gain = peakMemoryMb(api.pid) - before;
      if (first.status !== 200 || first.megabytes < count / 2) throw new Error('the series was not sent');
      const again = await retrieve(address, { authorization, 'if-none-match': first.etag });
      if (again.status !== 304) throw new Error(`the series was sent again: ${again.status}`);
      const of = (name: string, ours: number, peer: number, unit: string, aim: string): Finding => ({
        ...{ name: `chest exam of ${count} slices: ${name}`, ours, against: 'the limit', peer, unit, aim },
        isMet: aim === 'none' || ours <= peer,
      });
      const atMost = 'at most 1.00 times';
      return [
        of('most memory of the API process', memory, memoryLimitMb, 'MB', atMost),
        of('most memory of the worker', peakMemoryMb(worker.pid), memoryLimitMb, 'MB', atMost),
        of('longest answer of the API meanwhile', longest, 1_000, 'ms', 'none'),
        of(
          `memory gained while its series of ${first.megabytes.toFixed(0)} MB is retrieved`,
          ...([gain, gainLimitMb, 'MB', atMost] as const),
        ),
        of('its series, once more to who has it, against a tenth', again.ms, first.ms / 10, 'ms', atMost),
        of('from the first slice to the report', ms, count * limitMsPerSlice, 'ms', 'none'),
      ];
    } finally {
      await worker.stop();
    }
  });
}

/** One retrieval of the series, read to its end and not kept. */
async function retrieve(address: string, headers: Record<string, string>) {
  const since = performance.now();
  const reply = await fetch(`${address}${seriesPath}`, { headers });
  let bytes = 0;
  for await (const chunk of reply.body ?? []) bytes += chunk.length;
  return {
    ...{ status: reply.status, etag: reply.headers.get('etag') ?? '', megabytes: bytes / 1e6 },
    ms: performance.now() - since,
  };
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
