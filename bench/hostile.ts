import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCompute } from '../apps/server/src/platform/compute/create-compute.ts';
import { fileLimits, runCases } from '../apps/server/src/testing/hostile/run-cases.ts';
import type { Finding } from './measure.ts';

const cases = 20_000;

/**
 * Files of mutated structure in the threads that prepare uploads: the worst that any of them cost, against
 * what it may.
 */
export async function benchHostile(): Promise<Finding[]> {
  const uploadDir = await mkdtemp(join(tmpdir(), 'second-read-hostile-'));
  const compute = createCompute({ threads: 0, preparation: { isWarm: true } });
  try {
    await runCases({ from: 0, cases: 24, uploadDir }, compute);
    const { worst, ends, problems } = await runCases(
      { from: 1_000, cases, uploadDir, isTimed: true },
      compute,
    );
    console.log(`${cases} mutated files:`, ends);
    for (const problem of problems) console.log(problem);
    const finding = (name: string, ours: number, peer: number, unit: string): Finding => ({
      ...{ name: `mutated files: ${name}`, ours, against: 'what it may be', peer, unit },
      aim: 'none above',
      isMet: problems.length === 0,
    });
    return [
      finding('event loop held', worst.loopMs, fileLimits.loopMs, 'ms'),
      finding('longest answer', worst.tookMs, fileLimits.tookMs, 'ms'),
      finding('memory', worst.memory / 2 ** 20, 256, 'MiB'),
    ];
  } finally {
    await compute.close();
    await rm(uploadDir, { recursive: true, force: true });
  }
}
