import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from '@playwright/test';
import sharp from 'sharp';
import { greyAttributes, writeDicom } from '../core/src/decode/dicom/write-dicom.test-support.ts';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { type Finding, median } from './measure.ts';
import { startProgram } from './scale-out/processes.ts';

const [width, height] = [3000, 4000];
const rounds = 5;
const limits = { ms: 1500, megabytes: 3 };
const sample = new URL('../apps/web/public/samples/breast/cesm_p289_r_dm_cc.png', import.meta.url).pathname;

type State = Exclude<BrowserContextOptions['storageState'], undefined | string>;
interface Opened {
  readonly ms: number;
  readonly app: number;
  readonly pictures: number;
}

/**
 * A 12 MP mammogram (12 bit, uncompressed DICOM) in a Chromium that has never been here, but is signed in:
 * from opening the address to the first image. Once chosen from the disk on the analysis screen, where the
 * app alone is transferred and the picture stands on the viewer's canvas; once as a stored report's details,
 * where the server sends the picture (its 8-bit view, an `img` there). Loopback: no time of a network is in
 * it.
 */
export async function benchFirstImage(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-first-image-'));
  const api = await startProgram('main', 'api', {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    UPLOAD_LIMIT: '1000',
    ANALYSIS_TIMEOUT_MS: '300000',
    LOG_LEVEL: 'error',
  });
  try {
    const file = join(folder, 'mammogram.dcm');
    await writeFile(file, await largeMammogram());
    const { state, reportId } = await store(api.ready, file);
    const chosen = await repeated(api.ready, state, (page) => chooseOnScreen(page, file));
    const stored = await repeated(api.ready, state, (page) => openDetails(page, reportId));
    return [
      ...findings('12 MP DICOM chosen on the analysis screen, on the canvas', chosen),
      ...findings("12 MP of a stored report's details, the original image", stored),
    ];
  } finally {
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs the demo account in and has the picture analysed. */
async function store(address: string, file: string): Promise<{ state: State; reportId: string }> {
  return withBrowser(async (browser) => {
    const context = await browser.newContext({ baseURL: address });
    const page = await context.newPage();
    await page.goto('/login');
    await page.waitForURL('**/dashboard');
    await page.goto('/breast-analysis');
    await page.getByLabel('Patient ID (Required)').fill('FIRST-IMAGE');
    await chosenFile(page, file);
    const answer = page.waitForResponse(/\/process\/$/, { timeout: 300_000 });
    await page.getByRole('button', { name: 'Analyze Image' }).click();
    const reply = await (await answer).json();
    if (typeof reply.id !== 'string') throw new Error(`not analysed: ${JSON.stringify(reply)}`);
    return { state: await context.storageState(), reportId: reply.id };
  });
}

async function repeated(
  address: string,
  state: State,
  open: (page: Page) => Promise<number>,
): Promise<Opened> {
  const all: Opened[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(
      await withBrowser((browser) => opened(browser, { baseURL: address, storageState: state }, open)),
    );
  }
  const middle = (of: keyof Opened) => median(all.map((each) => each[of]));
  return { ms: middle('ms'), app: middle('app'), pictures: middle('pictures') };
}

async function opened(
  browser: Browser,
  options: BrowserContextOptions,
  open: (page: Page) => Promise<number>,
): Promise<Opened> {
  const context = await browser.newContext({ ...options, viewport: { width: 1440, height: 900 } });
  const finished: Request[] = [];
  context.on('requestfinished', (request) => finished.push(request));
  const ms = await open(await context.newPage());
  const [app, pictures] = [[0], [0]];
  for (const request of [...finished]) {
    // As the wire had it, CDP's `encodedDataLength`; nothing is counted for a blob of the page itself.
    if (!request.url().startsWith('http')) continue;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    const kind = new URL(request.url()).pathname.startsWith('/media/') ? pictures : app;
    kind.push(responseBodySize + responseHeadersSize);
  }
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size) / 1e6;
  return { ms, app: sum(app), pictures: sum(pictures) };
}

/** Milliseconds since the page was opened until the image is painted. */
async function chooseOnScreen(page: Page, file: string): Promise<number> {
  await page.goto('/breast-analysis', { waitUntil: 'commit' });
  await chosenFile(page, file);
  const size = `${width} × ${height} px`;
  const drawn = await page.waitForFunction((text) => {
    const stage = document.querySelector('[data-testid="viewer-stage"]');
    return stage?.textContent?.includes(text) ? performance.now() : false;
  }, size);
  return Number(await drawn.jsonValue());
}

async function chosenFile(page: Page, file: string): Promise<void> {
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(file);
}

/** Milliseconds since the page was opened until the original picture is decoded. */
async function openDetails(page: Page, reportId: string): Promise<number> {
  await page.goto(`/analysis/${reportId}`, { waitUntil: 'commit' });
  const picture = page.getByRole('img', { name: 'Original Image' });
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return performance.now();
  });
}

async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

function findings(name: string, { ms, app, pictures }: Opened): Finding[] {
  const megabytes = app + pictures;
  const split = `(${app.toFixed(2)} app, ${pictures.toFixed(2)} pictures)`;
  const of = (what: string, unit: string, ours: number, limit: number): Finding => ({
    name: `first image, cold: ${name}: ${what}`,
    ours,
    unit,
    against: 'limit',
    peer: limit,
    aim: `at most ${limit} ${unit}`,
    isMet: ours <= limit,
  });
  return [
    of('time', 'ms', ms, limits.ms),
    of(`transferred until then ${split}`, 'MB', megabytes, limits.megabytes),
  ];
}

/**
 * A sample picture enlarged, with so much noise that its stored view takes 1.6 bits a pixel; that of a real
 * digital mammogram of 7 MP takes 1.5.
 */
export async function largeMammogram(): Promise<Uint8Array> {
  const enlarged = await sharp(sample)
    .resize(width, height, { fit: 'contain', background: '#000' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  let state = 1;
  const values = Uint16Array.from(enlarged, (value) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return value < 4 ? 0 : value * 15 + (state >>> 26);
  });
  return writeDicom({
    '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.1.2'],
    '0008,0018': ['UI', '1.2.3.4.5'],
    '0008,0060': ['CS', 'MG'],
    '0020,000d': ['UI', '1.2.3.4'],
    '0020,000e': ['UI', '1.2.3.4.1'],
    ...greyAttributes(width, height, 12),
    '7fe0,0010': ['OW', new Uint8Array(values.buffer)],
  });
}
