import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifests } from '../analyses/manifests.ts';
import { readImage } from '../apps/server/src/platform/compute/read-image.ts';
import { besideNetworks } from './engines/beside-networks.ts';
import { type Finding, ratioFinding } from './measure.ts';
import { samplePictures } from './scale-out/pictures.ts';

/** Of all sample pictures; before them each is read once, so that neither networks nor code are new. */
const rounds = 3;

/**
 * Processor time of one analysis, decoding, gate and pictures included, against its networks run bare by
 * onnxruntime on the same tensors.
 */
export async function benchModules(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-bench-'));
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
      const read = (path: string) =>
        besideNetworks(async (parts, controls) => {
          const outcome = await readImage({ module: id, path }, parts, controls);
          if (outcome.status !== 'completed') throw new Error(`${id}: ${outcome.message}`);
        });
      for (const path of paths) await read(path);
      const both = { ours: 0, peer: 0 };
      for (const path of Array.from({ length: rounds }, () => paths).flat()) {
        const one = await read(path);
        both.ours += one.ours / paths.length / rounds;
        both.peer += one.peer / paths.length / rounds;
      }
      findings.push(
        ratioFinding(`${id}: an analysis on average, processor time`, 'its networks alone', both, 3),
      );
    }
    return findings;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
