import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { ohifLocal } from '../e2e/support/ohif-config.ts';
import { chestSeries } from '../e2e/support/series.ts';
import { servePages } from '../e2e/support/serve-pages.ts';
import { provideNpmPackage } from '../scripts/steps/npm-package.mjs';
import { type Finding, median, quantile } from './measure.ts';
import { startProgram } from './scale-out/processes.ts';

const counts = [30, 300];
const rounds = 3;
const keys = 20;
const dragSteps = 60;
/** A long series may take long on a busy machine. */
const patienceMs = 180_000;

/** One viewer before analysis: where files are chosen, and what its window is moved with. */
interface Viewer {
  readonly address: string;
  open(page: Page): Promise<void>;
  choose(page: Page, files: readonly string[]): Promise<void>;
  /** Makes the left button move the window. */
  takeWindow(page: Page): Promise<void>;
}

interface Measured {
  readonly firstImage: number;
  readonly key: number;
  readonly drag: number;
  readonly megabytes: number;
  readonly heap: number;
}

/**
 * OHIF with files from the disk, and our viewer before analysis, in turn on the same chest slices in the same
 * browser, without a GPU: from the choice of the files to the first image, from a key to its slice, from
 * frame to frame while the window is dragged, what was fetched until the first image (both servers compress),
 * and JavaScript heap and buffers of the page afterwards.
 */
export async function benchViewerPeer(): Promise<Finding[]> {
  const ohif = provideNpmPackage('@ohif/app');
  if (ohif === undefined) {
    console.log('viewer-peer: SKIPPED, without @ohif/app: npm cannot be reached');
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'second-read-viewer-peer-'));
  const api = await startProgram('main', 'api', {
    ...{ PORT: '0', DATA_DIR: join(folder, 'data'), DEMO_SAMPLES: '0', LOG_LEVEL: 'error' },
  });
  const pages = await servePages({ '/app-config.js': ohifLocal }, join(ohif, 'dist'));
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    console.log(
      `  load average ${loadavg()
        .map((load) => load.toFixed(1))
        .join(', ')}`,
    );
    const files = await writeSlices(folder, Math.max(...counts));
    const viewers = { ours: ourViewer(api.ready), peer: ohifViewer(pages.origin) };
    // Compressed files of OHIF are kept by its server from here on.
    await measure(browser, viewers.peer, files.slice(0, 2));
    const found: Finding[] = [];
    for (const count of counts) {
      const all: Record<keyof typeof viewers, Measured[]> = { ours: [], peer: [] };
      for (let round = 0; round < rounds; round += 1)
        for (const name of ['ours', 'peer'] as const)
          all[name].push(await measure(browser, viewers[name], files.slice(0, count)));
      found.push(...findingsOf(count, all));
    }
    return found;
  } finally {
    await browser.close();
    await pages.stop();
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of one study, as OHIF needs it; slices beside each other differ. */
async function writeSlices(folder: string, count: number): Promise<string[]> {
  const series = await chestSeries(count, {
    '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
    '0020,000d': ['UI', '1.2.826.0.8'],
    '0020,0052': ['UI', '1.2.826.0.9'],
  });
  const paths = series.map(({ name }) => join(folder, `${name}.dcm`));
  for (const [at, { bytes }] of series.entries()) await writeFile(paths[at] ?? '', withGroupLength(bytes));
  return paths;
}

/** OHIF opens no file whose meta information lacks its length; here that is one element. */
function withGroupLength(bytes: Uint8Array): Uint8Array {
  const at = 128 + 4;
  const metaBytes = 8 + Buffer.from(bytes).readUInt16LE(at + 6);
  const element = Buffer.from([2, 0, 0, 0, 0x55, 0x4c, 4, 0, metaBytes, 0, 0, 0]);
  return Buffer.concat([bytes.subarray(0, at), element, bytes.subarray(at)]);
}

function ourViewer(address: string): Viewer {
  return {
    address,
    open: async (page) => {
      await page.goto(`${address}/login`);
      await page.waitForURL('**/dashboard');
      await page.goto(`${address}/lung-analysis`);
      await page.getByLabel('Patient ID (Required)').fill('SERIES-7');
    },
    choose: (page, files) => page.getByLabel('Open a Series', { exact: true }).setInputFiles(files),
    takeWindow: (page) => page.keyboard.press('w'),
  };
}

function ohifViewer(address: string): Viewer {
  return {
    address,
    open: async (page) => {
      await page.goto(`${address}/localbasic`);
      await page.getByText('Load files').waitFor();
    },
    choose: (page, files) =>
      page.locator('input[type="file"]:not([webkitdirectory])').first().setInputFiles(files),
    // Its left button moves the window from the start.
    takeWindow: async () => {},
  };
}

async function measure(browser: Browser, viewer: Viewer, files: readonly string[]): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript({ path: fileURLToPath(new URL('viewer-peer/probe.mjs', import.meta.url)) });
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    let bytes = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await viewer.open(page);
    await viewer.choose(page, files);
    await page.waitForFunction(() => Reflect.get(window, 'probe').firstImage > 0, undefined, {
      timeout: patienceMs,
    });
    const megabytes = bytes / 1e6;
    // What is read behind the first image would count for the keys.
    await page.waitForTimeout(3_000 + 20 * files.length);
    const { firstImage } = await probeOf(page);
    const key = await pressKeys(page, Math.min(keys, files.length - 1));
    const drag = await dragWindow(page, viewer);
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = await client.send('Runtime.getHeapUsage');
    return { firstImage, key, drag, megabytes, heap: (usedSize + backingStorageSize) / 1e6 };
  } finally {
    await context.close();
  }
}

/** See `probe.mjs`. */
interface Probe {
  readonly firstImage: number;
  readonly keys: readonly number[];
  readonly changes: readonly number[];
}

const probeOf = (page: Page): Promise<Probe> => page.evaluate(() => Reflect.get(window, 'probe'));

async function centerOf(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(() => {
    const canvases = [...document.querySelectorAll('canvas')];
    const boxes = canvases.map((canvas) => canvas.getBoundingClientRect());
    const [box] = boxes.toSorted((a, b) => b.width * b.height - a.width * a.height);
    if (!box) throw new Error('no canvas');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
}

/** The 95th percentile; a key whose slice never came is missing, and fails. */
async function pressKeys(page: Page, count: number): Promise<number> {
  const { x, y } = await centerOf(page);
  await page.mouse.click(x, y);
  await page.keyboard.press('Home');
  await page.waitForTimeout(1_000);
  await page.evaluate(() => Reflect.get(window, 'probe').keys.splice(0));
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((done) => Reflect.get(window, 'probe').keys.length > done, at, {
      timeout: 20_000,
    });
    await page.waitForTimeout(100);
  }
  return quantile((await probeOf(page)).keys, 0.95);
}

/** Median time from one changed frame to the next. */
async function dragWindow(page: Page, viewer: Viewer): Promise<number> {
  await viewer.takeWindow(page);
  const { x, y } = await centerOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => {
    Reflect.get(window, 'probe').changes = [];
  });
  for (let step = 1; step <= dragSteps; step += 1) {
    await page.mouse.move(x + 2 * step, y + step);
    await page.waitForTimeout(8);
  }
  await page.mouse.up();
  const { changes } = await probeOf(page);
  return median(changes.slice(1).map((time, at) => time - (changes[at] ?? 0)));
}

function findingsOf(count: number, { ours, peer }: Record<'ours' | 'peer', readonly Measured[]>): Finding[] {
  const of = (name: string, unit: string, key: keyof Measured, atMost = 1): Finding => {
    const [own, other] = [ours, peer].map((all) => median(all.map((one) => one[key])));
    return {
      name: `${count} chest slices: ${name}`,
      ...{ ours: own ?? Number.NaN, against: 'OHIF', peer: other ?? Number.NaN, unit },
      aim: `at most ${atMost.toFixed(2)} times`,
      isMet: (own ?? Number.NaN) <= (other ?? Number.NaN) * atMost,
    };
  };
  return [
    of('files chosen to first image', 'ms', 'firstImage', count > 100 ? 0.5 : 1),
    of('key to slice, 95 %', 'ms', 'key'),
    of('window drag, from frame to frame', 'ms', 'drag'),
    of('fetched until the first image', 'MB', 'megabytes'),
    of('heap and buffers of the page', 'MB', 'heap'),
  ];
}
