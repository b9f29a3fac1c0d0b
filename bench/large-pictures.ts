import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { manifestOf } from '../analyses/manifests.ts';
import { createCompute } from '../apps/server/src/platform/compute/create-compute.ts';
import type { AnalysisId } from '../core/src/analysis/manifest.ts';
import { maxSide } from '../core/src/decode/limits.ts';
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
  /** Whether once says enough. */
  readonly isSlow?: boolean;
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

/** The largest that each module takes, against half of its deadline: a slower machine is to meet it too. */
const largest: readonly Large[] = (
  [
    ['breast', 'breast/cesm_p188_r_dm_mlo.png'],
    ['brain-ct', 'brain-ct/ct_normal_2_106_19.png'],
    ['lung', 'lung/ct_a0002_13_lung_window.png'],
    ['cervix', 'cervix/aceto_C10Aceto_2.jpg'],
  ] as const
).map(([module, sample]) => {
  const { mostPixels, timeoutMs } = manifestOf(module);
  const what = `largest image, ${mostPixels / 1e6} megapixels`;
  return { module, what, limitMs: timeoutMs / 2, isSlow: true, write: (to) => grown(sample, to, mostPixels) };
});

async function grown(sample: string, to: string, pixels: number): Promise<void> {
  const { width, height } = await sharp(sampleAt(sample)).metadata();
  const scale = Math.min(Math.sqrt(pixels / (width * height)), maxSide / Math.max(width, height));
  const size = { width: Math.floor(width * scale), height: Math.floor(height * scale) };
  await sharp(sampleAt(sample))
    .resize({ ...size, fit: 'fill' })
    .toFile(to);
}

/** Wall time from the file to the report and its images, one warm thread, against the limit. */
export async function benchLargePictures(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-bench-large-'));
  const compute = createCompute({ threads: 1 });
  try {
    const findings: Finding[] = [];
    for (const [index, { module, what, limitMs, isSlow, write }] of [...pictures, ...largest].entries()) {
      const path = join(folder, `${index}.${module === 'cervix' ? 'jpg' : 'png'}`);
      await write(path);
      const ms: number[] = [];
      const discarded = isSlow ? 0 : warmUps;
      for (let round = 0; round < (isSlow ? 1 : warmUps + rounds); round += 1) {
        const start = performance.now();
        const outcome = await compute.read({ module, path });
        if (outcome.status !== 'completed') throw new Error(`${what}: ${outcome.message}`);
        if (round >= discarded) ms.push(performance.now() - start);
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
