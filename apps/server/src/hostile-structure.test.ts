import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Compute } from './platform/compute/compute.ts';
import { createCompute } from './platform/compute/create-compute.ts';
import { runCases } from './testing/hostile/run-cases.ts';

/** `npm run test:trust` asks for more. */
const cases = Number(process.env.SECOND_READ_FUZZ_CASES ?? 500);
const longestMs = 60_000 + cases * 400;

let uploadDir = '';
let compute: Compute;
beforeAll(async () => {
  uploadDir = await mkdtemp(join(tmpdir(), 'second-read-structure-'));
  compute = createCompute({ threads: 0, preparation: { isWarm: true } });
  // Threads and codecs are loaded once, which counts for no file.
  await runCases({ from: 0, cases: 24, uploadDir }, compute);
});
afterAll(async () => {
  await compute.close();
  await rm(uploadDir, { recursive: true });
});

describe('files whose structure is mutated', () => {
  it(
    'are answered, and cost bounded memory and disk',
    async () => {
      const summary = await runCases({ from: 1_000, cases, uploadDir }, compute);
      console.log(`${summary.cases} mutated files:`, summary.ends, summary.worst);
      expect(summary.problems).toEqual([]);
      // Else nothing was tried but refusals.
      for (const end of ['prepare: prepared', 'prepare: failed', 'findText: none', 'mask: prepared'])
        expect([end, (summary.ends[end] ?? 0) > cases / 100]).toEqual([end, true]);
      expect(await readdir(uploadDir)).toEqual([]);
    },
    longestMs,
  );
});
