import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Compute, DeadlinePassed, type FileInput, ThreadDied } from '../../platform/compute/compute.ts';
import { writeSealed } from '../../platform/spool/sealed-file.ts';
import { openSpoolFolder } from '../../platform/spool/spool-folder.ts';
import { spoolKey } from '../../platform/spool/spool-key.ts';
import { watchLoop } from '../watch-loop.ts';
import { dicomCase, encapsulatedCase } from './dicom-cases.ts';
import { seeded } from './random.ts';
import { bmpCase, gifCase, jpegCase, type MakeCase, pngCase, webpCase } from './raster-cases.ts';
import { tiffCase } from './tiff-cases.ts';

const kinds: readonly (readonly [string, MakeCase])[] = [
  ['PNG', pngCase],
  ['JPEG', jpegCase],
  ['WebP', webpCase],
  ['TIFF', tiffCase],
  ['DICOM', dicomCase],
  ['encapsulated DICOM', encapsulatedCase],
  ['GIF', gifCase],
  ['BMP', bmpCase],
];

/** What one file may cost; times are for a bench, as they depend on the machine. */
export const fileLimits = { loopMs: 100, tookMs: 20_000 + 2_000 };
const maxMemoryGrowth = 256 * 1024 * 1024;
const maxDiskPerUpload = 4;
/** What is written without compression where the upload had one may come to as much as one large picture. */
const maxUnpacked = 64 * 1024 * 1024 + 2 * 1024 * 1024;
/**
 * Another program may take the processor away for a moment; a file that costs too much does so every time.
 */
const tries = 4;

interface Cost {
  readonly loopMs: number;
  readonly tookMs: number;
  readonly memory: number;
  readonly disk: number;
  readonly ends: readonly string[];
}

export interface FuzzWanted {
  readonly from: number;
  readonly cases: number;
  readonly uploadDir: string;
  /** Whether a file that takes too long is a problem. */
  readonly isTimed?: boolean;
}

export interface FuzzSummary {
  readonly cases: number;
  /** How many ended how, by what was done: `prepare: prepared`, `findText: failed`, … */
  readonly ends: Readonly<Record<string, number>>;
  readonly worst: Readonly<Omit<Cost, 'ends'>>;
  /** Cases that cost too much every time they were tried. */
  readonly problems: readonly string[];
}

/**
 * Gives mutated files to the threads that prepare uploads, one after the other, and holds each to what it may
 * cost.
 */
export async function runCases(
  { from, cases, uploadDir, isTimed = false }: FuzzWanted,
  compute: Compute,
): Promise<FuzzSummary> {
  const ends: Record<string, number> = {};
  const problems: string[] = [];
  let worst = { loopMs: 0, tookMs: 0, memory: 0, disk: 0 };
  for (let seed = from; seed < from + cases; seed += 1) {
    const [kind, make] = kinds[seed % kinds.length] ?? ['PNG', pngCase];
    const bytes = await make(seeded(seed));
    let cost = await prepare(bytes, { uploadDir, isClose: false }, compute);
    const problemOf = (each: Cost) => (isTimed ? delayOf(each) : undefined) ?? excessOf(each, bytes);
    for (let left = tries - 1; left > 0 && problemOf(cost); left -= 1)
      cost = await prepare(bytes, { uploadDir, isClose: true }, compute);
    const problem = problemOf(cost);
    if (problem) problems.push(`${kind}, seed ${seed}, ${bytes.length} bytes: ${problem}`);
    for (const end of cost.ends) ends[end] = (ends[end] ?? 0) + 1;
    worst = {
      loopMs: Math.max(worst.loopMs, cost.loopMs),
      tookMs: Math.max(worst.tookMs, cost.tookMs),
      memory: Math.max(worst.memory, cost.memory),
      disk: Math.max(worst.disk, cost.disk / bytes.length),
    };
  }
  return { cases, ends, worst, problems };
}

function delayOf({ loopMs, tookMs }: Cost): string | undefined {
  if (loopMs > fileLimits.loopMs) return `held the event loop for ${Math.round(loopMs)} ms`;
  return tookMs > fileLimits.tookMs ? `took ${Math.round(tookMs)} ms` : undefined;
}

function excessOf({ memory, disk, ends }: Cost, bytes: Uint8Array): string | undefined {
  if (memory > maxMemoryGrowth) return `${Math.round(memory / 2 ** 20)} MiB of memory`;
  if (disk > Math.max(maxDiskPerUpload * bytes.length, maxUnpacked)) return `${disk} bytes on disk`;
  return ends.find((end) => end.endsWith('error'));
}

/**
 * All that is done with an upload before it is read. The time in which the loop was busy bounds every delay
 * and costs nothing to know; `isClose` measures the delays themselves.
 */
async function prepare(
  bytes: Uint8Array,
  { uploadDir, isClose }: { uploadDir: string; isClose: boolean },
  compute: Compute,
): Promise<Cost> {
  const folder = openSpoolFolder(uploadDir);
  const source = await received(bytes, join(folder.path, 'image'));
  const [memory, utilization] = [watchMemory(), performance.eventLoopUtilization()];
  const loop = isClose ? watchLoop() : undefined;
  try {
    const { ends, longestMs } = await everything(source, folder.path, compute);
    if (isClose) await sleep(20);
    const busyMs = performance.eventLoopUtilization(utilization).active;
    const disk = await bytesIn(folder.path);
    const loopMs = loop?.stop() ?? busyMs;
    return { loopMs, tookMs: longestMs, memory: memory.growth(), disk, ends };
  } finally {
    loop?.stop();
    memory.stop();
    await folder.discard();
  }
}

const limits = { by: { userId: 'mallory', organisationId: 'clinic' } };

async function everything(source: FileInput, folder: string, compute: Compute) {
  const ends: string[] = [];
  let longestMs = 0;
  const timed = async <T extends object | undefined>(name: string, work: Promise<T>) => {
    const begun = performance.now();
    try {
      const outcome = await work;
      ends.push(`${name}: ${wordOf(outcome)}`);
      return outcome;
    } catch (error) {
      const isKnown = error instanceof DeadlinePassed || error instanceof ThreadDied;
      ends.push(`${name}: ${isKnown ? error.name : `${String(error)} error`}`);
      return undefined;
    } finally {
      longestMs = Math.max(longestMs, performance.now() - begun);
    }
  };
  const uids = { key: randomBytes(32), organisationId: 'clinic' };
  await timed('findText', compute.findText({ source }, limits));
  const target = join(folder, 'image.kept');
  const prepared = await timed('prepare', compute.prepare({ source, target, uids }, limits));
  if (prepared?.status === 'prepared' && prepared.copy) {
    const boxes = [{ x: 2, y: 2, width: 20, height: 8 }];
    const masked = join(folder, 'image.masked');
    await timed('mask', compute.prepare({ source, uids, boxes, target: masked }, limits));
  }
  return { ends, longestMs };
}

function wordOf(outcome: object | undefined): string {
  if (outcome === undefined) return 'nothing';
  if ('status' in outcome) return String(outcome.status);
  return 'known';
}

/** As an upload is received: small ones stay in memory. */
async function received(bytes: Uint8Array, path: string): Promise<FileInput> {
  if (bytes.length <= 1024 * 1024) return { bytes };
  await writeSealed(path, [bytes], spoolKey());
  return { path };
}

function watchMemory() {
  const before = process.memoryUsage.rss();
  let max = before;
  const look = () => {
    max = Math.max(max, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 20);
  return {
    growth: () => {
      look();
      return max - before;
    },
    stop: () => clearInterval(timer),
  };
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
