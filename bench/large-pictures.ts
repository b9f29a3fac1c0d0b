import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createCompute } from '../apps/server/src/platform/compute/create-compute.ts';
import type { AnalysisId } from '../core/src/analysis/manifest.ts';
import { enlarged } from './exam/exam-pictures.ts';
import { type Finding, median } from './measure.ts';

const rounds = 7;
const warmUps = 3;
const samples = new URL('../apps/web/public/samples/', import.meta.url);
const photograph = { width: 4000, height: 3000 };
/** Of a phone's camera in good light, of 255. */
const noise = 4;

interface Large {
  readonly module: AnalysisId;
  readonly what: string;
  readonly limitMs: number;
  readonly write: (to: string) => Promise<void>;
}

const pictures: readonly Large[] = [
  {
    module: 'breast',
    what: 'mammogram of 3000 by 4000 at 16 bit',
    limitMs: 2_000,
    write: (to) => enlarged(sampleAt('breast/cesm_p188_r_dm_mlo.png'), to),
  },
  {
    module: 'cervix',
    what: 'photograph of 12 megapixels',
    limitMs: 1_200,
    write: (to) => photographAt(to, 0),
  },
  {
    module: 'cervix',
    what: 'photograph of 12 megapixels with camera noise',
    limitMs: 1_200,
    write: (to) => photographAt(to, noise),
  },
];

/** Wall time from the file to the report and its images, one warm thread, against the limit. */
export async function benchLargePictures(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-bench-large-'));
  const compute = createCompute({ threads: 1 });
  try {
    const findings: Finding[] = [];
    for (const [index, { module, what, limitMs, write }] of pictures.entries()) {
      const path = join(folder, `${index}.${module === 'breast' ? 'png' : 'jpg'}`);
      await write(path);
      const ms: number[] = [];
      for (let round = 0; round < warmUps + rounds; round += 1) {
        const start = performance.now();
        const outcome = await compute.read({ module, path });
        if (outcome.status !== 'completed') throw new Error(`${what}: ${outcome.message}`);
        if (round >= warmUps) ms.push(performance.now() - start);
      }
      const ours = median(ms);
      const name = `${module}: ${what} (${Math.min(...ms).toFixed(0)} to ${Math.max(...ms).toFixed(0)} ms)`;
      findings.push({
        ...{ name, ours, against: 'the limit', peer: limitMs, unit: 'ms' },
        ...{ aim: 'at most 1.00 times', isMet: ours <= limitMs },
      });
    }
    return findings;
  } finally {
    await compute.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sampleAt(name: string): string {
  return new URL(name, samples).pathname;
}

async function photographAt(to: string, sigma: number): Promise<void> {
  const { data, info } = await sharp(sampleAt('cervix/aceto_C10Aceto_2.jpg'))
    .resize({ ...photograph, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (sigma > 0) addNoise(data, sigma);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  await sharp(data, { raw }).jpeg({ quality: 92 }).toFile(to);
}

/** Seeded; the sum of four even numbers is nearly normal. */
function addNoise(data: Uint8Array, sigma: number): void {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) / 0x1_00_00_00 - 0.5;
  };
  const scale = sigma * Math.sqrt(3);
  for (let i = 0; i < data.length; i++) {
    const value = (data[i] ?? 0) + scale * (next() + next() + next() + next());
    data[i] = Math.max(0, Math.min(255, Math.round(value)));
  }
}
