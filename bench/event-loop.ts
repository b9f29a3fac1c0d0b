import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readExam } from '../e2e/support/read-exam.ts';
import { chestSeries } from '../e2e/support/series.ts';
import { enlargePictures, exportAll, newReport, reviewAll, sendHostile } from './event-loop/loads.ts';
import { type Finding, quantile } from './measure.ts';
import { startProgram } from './scale-out/processes.ts';
import { withServer } from './served.ts';
import { signIn } from './sign-in.ts';

const limitMs = 100;
const slices = 64;
const uploads = { count: 6, mebibytes: 60 };
const probe = fileURLToPath(new URL('./event-loop/loop-probe.mjs', import.meta.url));
const sender = fileURLToPath(new URL('../apps/server/src/testing/send-uploads.fixture.mjs', import.meta.url));

/** As `loop-probe.mjs` writes them. */
interface Samples {
  readonly heldMs: readonly number[];
  readonly lateMs: readonly number[];
}

/**
 * For how long the event loops of an API process and of a worker are held while an exam of 64 slices is sent,
 * read and joined beside large and hostile uploads, exports of 100 megapixels and reviews with outlines of
 * 2,000 vertices.
 */
export function benchEventLoop(): Promise<Finding[]> {
  return withServer(
    async (served) => {
      const { address, api, account, environment, folder } = served;
      const worker = await startProgram('worker', 'worker', { ...environment, COMPUTE_THREADS: '2' });
      try {
        const authorization = await signIn(address, account);
        const caller = { address, authorization };
        const report = await newReport(caller);
        await enlargePictures(report, served);
        for (const { pid } of [api, worker]) await noted(folder, pid);
        let isDone = false;
        const isOver = () => isDone;
        const exam = readExam(await chestSeries(slices), caller).finally(() => {
          isDone = true;
        });
        const [, hostile, exported, reviewed] = await Promise.all([
          exam,
          sendHostile(caller, isOver),
          exportAll(caller, report, isOver),
          reviewAll(caller, isOver),
          sendLarge(caller, isOver),
        ]);
        console.log(`beside ${hostile} hostile files, ${exported} exports, ${reviewed} reviews`);
        const found: Finding[] = [];
        for (const { name, pid } of [api, worker]) found.push(...findingsOf(name, await noted(folder, pid)));
        return found;
      } finally {
        await worker.stop();
      }
    },
    (folder) => ({ NODE_OPTIONS: `--import ${probe}`, LOOP_PROBE: folder }),
  );
}

/** What the probe of a process noted since the last call. */
async function noted(folder: string, pid: number): Promise<Samples> {
  const file = `${folder}/${pid}.json`;
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as Samples;
    await sleep(100);
  }
}

async function sendLarge(
  { address, authorization }: { address: string; authorization: string },
  isOver: () => boolean,
): Promise<void> {
  const url = `${address}/api/lung_segmentation/process/`;
  const { count, mebibytes } = uploads;
  while (!isOver())
    await once(spawn(process.execPath, [sender, url, authorization, `${count}`, `${mebibytes}`]), 'exit');
}

/** Time on the processor counts: what other programs took meanwhile is not ours. */
function findingsOf(name: string, { heldMs, lateMs }: Samples): Finding[] {
  const of = (what: string, ours: number, aim: string): Finding => ({
    ...{ name: `event loop of the ${name}, ${heldMs.length} beats: ${what}`, ours, unit: 'ms' },
    ...{ against: 'the limit', peer: limitMs, aim, isMet: aim === 'none' || ours <= limitMs },
  });
  return [
    of('held, 99.9th percentile', quantile(heldMs, 0.999), 'at most 1.00 times'),
    of('held, longest', Math.max(...heldMs), 'none'),
    of('late by the clock, 99.9th percentile', quantile(lateMs, 0.999), 'none'),
  ];
}
