import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifests } from '../analyses/manifests.ts';
import { createCompute } from '../apps/server/src/platform/compute/create-compute.ts';
import { type Finding, median } from './measure.ts';
import { samplePictures } from './scale-out/pictures.ts';

/** Of all sample pictures; before them each is read once, so that neither networks nor code are new. */
const rounds = 3;

/** A head CT's; the other modules have no aim. */
const limitMs = 400;

/** Processor time of one analysis, decoding, gate and pictures included. */
export async function benchModules(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-bench-'));
  const compute = createCompute({ threads: 1 });
  try {
    const findings: Finding[] = [];
    for (const { id } of manifests) {
      const paths = await Promise.all(
        samplePictures([id]).map(async ({ name, blob }) => {
          const path = join(folder, name);
          writeFileSync(path, Buffer.from(await blob.arrayBuffer()));
          return path;
        }),
      );
      const ms: number[] = [];
      for (const [at, path] of Array.from({ length: 1 + rounds }, () => paths)
        .flat()
        .entries()) {
        const before = process.cpuUsage();
        const outcome = await compute.read({ module: id, path });
        const { user, system } = process.cpuUsage(before);
        if (outcome.status !== 'completed') throw new Error(`${id}: ${outcome.message}`);
        if (at >= paths.length) ms.push((user + system) / 1000);
      }
      const [ours, hasAim] = [median(ms), id === 'brain-ct'];
      findings.push({
        name: `${id}: one analysis on one core`,
        ours,
        against: 'limit of a head CT',
        peer: limitMs,
        aim: hasAim ? `at most ${limitMs} ms` : 'none',
        isMet: !hasAim || ours <= limitMs,
      });
    }
    return findings;
  } finally {
    await compute.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
