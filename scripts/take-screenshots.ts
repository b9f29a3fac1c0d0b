/**
 * Retakes every picture in docs/screenshots: all screens, light and dark, 1440 and 390 wide, from the built
 * product with a fresh data folder. `npm run build && npx tsx scripts/take-screenshots.ts [NAME …]`; names
 * choose screens. `--out FOLDER` leaves docs/screenshots as it is and takes all four widths, to be looked at.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type ViewportSize,
} from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { analyse, samplePath, signIn } from '../e2e/support/clinician.ts';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { chestSeries, zipOf } from '../e2e/support/series.ts';
import { settled } from '../e2e/support/settled.ts';

const root = resolve(import.meta.dirname, '..');
const { values: options, positionals: names } = parseArgs({
  options: { out: { type: 'string' } },
  allowPositionals: true,
});
const out = resolve(root, options.out ?? 'docs/screenshots');
const schemes = ['light', 'dark'] as const;
const viewports: readonly ViewportSize[] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  ...(options.out === undefined
    ? []
    : [
        { width: 820, height: 1180 },
        { width: 2560, height: 1440 },
      ]),
];
const largestBytes = options.out === undefined ? 60 * 1024 : Number.POSITIVE_INFINITY;

interface Screen {
  readonly name: string;
  readonly isPublic?: boolean;
  /** Navigates to the screen. */
  readonly show: (page: Page) => Promise<void>;
  readonly fullPage?: boolean;
}

const at = (path: string) => async (page: Page) => {
  await page.goto(path);
};

const result = (path: string, file: string) => async (page: Page) => {
  await page.goto(path);
  await analyse(page, { patientId: '0042', file: samplePath(file) });
  await page.waitForTimeout(800);
};

/** A whole chest CT of the patient of two samples (Lung-PET-CT-Dx, CC BY 4.0; too large to be shipped). */
const chestFolder = resolve(root, '../shared/datasets/lung/petct_dx/images');
const chest = existsSync(chestFolder) ? readdirSync(chestFolder).map((name) => join(chestFolder, name)) : [];

const screens: readonly Screen[] = [
  { name: 'landing', isPublic: true, show: at('/'), fullPage: true },
  { name: 'login', isPublic: true, show: showSignIn },
  { name: 'breast-overview', isPublic: true, show: at('/breast-overview'), fullPage: true },
  { name: 'brain-ct-overview', isPublic: true, show: at('/brain-ct-overview'), fullPage: true },
  { name: 'demo', isPublic: true, show: at('/demo'), fullPage: true },
  { name: 'demo-comparison', isPublic: true, show: showComparison },
  { name: 'performance', isPublic: true, show: at('/performance'), fullPage: true },
  { name: 'security', isPublic: true, show: at('/security'), fullPage: true },
  { name: 'not-found', isPublic: true, show: at('/no-such-page') },
  { name: 'dashboard', show: at('/dashboard') },
  { name: 'breast-analysis', show: at('/breast-analysis') },
  { name: 'breast-analysis-result', show: result('/breast-analysis', 'breast/cesm_p188_r_dm_mlo.png') },
  { name: 'brain-analysis-result', show: result('/brain-analysis', 'brain-ct/ct_epidural_075_32.png') },
  { name: 'lung-analysis-result', show: result('/lung-analysis', 'lung/ct_a0002_13_lung_window.png') },
  { name: 'cervix-analysis-result', show: result('/cervix-analysis', 'cervix/aceto_C53Aceto_3.jpg') },
  { name: 'findings', show: showFindings },
  { name: 'compare-with-prior', show: showComparisonWithPrior },
  { name: 'series', show: showSeries },
  { name: 'series-list', show: at('/series') },
  ...(chest.length > 0 ? [{ name: 'exam', show: showExam }] : []),
  { name: 'history', show: showHistory, fullPage: true },
  { name: 'details', show: showDetails, fullPage: true },
  { name: 'worklist', show: showWorklist },
  { name: 'command-palette', show: showPalette },
  { name: 'keyboard-help', show: showHelp },
  { name: 'settings', show: at('/settings'), fullPage: true },
  { name: 'account', show: at('/account') },
  { name: 'audit-trail', show: at('/audit-trail') },
];

/** Without the automatic sign-in, which would leave the form at once. */
async function showSignIn(page: Page): Promise<void> {
  await page.route('**/api/accounts/login/', (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
}

async function showComparison(page: Page): Promise<void> {
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Compare cases' }).click();
}

async function showFindings(page: Page): Promise<void> {
  await result('/lung-analysis', 'lung/ct_a0002_13_lung_window.png')(page);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.waitForTimeout(500);
}

/** The last two reports of the same patient. */
async function showComparisonWithPrior(page: Page): Promise<void> {
  await result('/lung-analysis', 'lung/ct_a0002_13_lung_window.png')(page);
  const ids = await reportIds(page, '/api/lung_segmentation/my-reports/?q=0042');
  await page.goto(`/analysis/${ids[0]}?prior=${ids[1]}`);
  await page.waitForTimeout(800);
}

async function showSeries(page: Page): Promise<void> {
  await page.goto('/lung-analysis');
  const buffer = await zipOf(await chestSeries(9));
  await page
    .getByLabel('Open a Series', { exact: true })
    .setInputFiles({ name: 'thorax.zip', mimeType: 'application/zip', buffer });
  await page.getByTestId('slice-place').waitFor();
  await page.waitForTimeout(500);
}

/** The exam that was read before, else a new one, in three planes; on a phone one of them. */
async function showExam(page: Page): Promise<void> {
  await page.goto('/lung-analysis');
  const query = '/api/lung_segmentation/my-reports/?q=CHEST-1';
  if ((await reportIds(page, query)).length === 0) await readChest(page);
  const [id] = await reportIds(page, query);
  await page.goto(`/analysis/${id}`);
  const viewer = page.getByRole('region', { name: 'Images of the exam' });
  const planes = viewer.getByRole('radiogroup', { name: 'Plane' });
  const { width } = page.viewportSize() ?? { width: 0 };
  const isPhone = width < 768;
  await planes.getByText(isPhone ? 'Coronal' : 'Three planes', { exact: true }).click();
  await viewer.getByTestId('plane-coronal').waitFor();
  await viewer.getByRole('button', { name: /^Mass/ }).click();
  if (width < 1200)
    await planes.evaluate((element) =>
      window.scrollTo(0, element.getBoundingClientRect().top + scrollY - 80),
    );
}

async function readChest(page: Page): Promise<void> {
  await page.getByLabel('Patient ID (Required)').fill('CHEST-1');
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(chest);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await panel.getByText('the report is ready').waitFor({ timeout: 600_000 });
}

async function reportIds(page: Page, path: string): Promise<string[]> {
  return page.evaluate(async (address) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('access')}` };
    const reply = await fetch(address, { headers });
    return (await reply.json()).results.map((report: { id: string }) => report.id);
  }, path);
}

async function showHistory(page: Page): Promise<void> {
  await page.goto('/analysis-history?scope=all');
  await page.getByRole('button', { name: 'Expand' }).first().click();
}

async function showWorklist(page: Page): Promise<void> {
  await page.goto('/worklist');
  await page.getByRole('row').nth(1).waitFor();
}

async function showPalette(page: Page): Promise<void> {
  await showWorklist(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('chest');
}

async function showHelp(page: Page): Promise<void> {
  await result('/breast-analysis', 'breast/cesm_p188_r_dm_mlo.png')(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
}

async function showDetails(page: Page): Promise<void> {
  await page.goto('/dashboard');
  const [id] = await reportIds(page, '/api/breast_segmentation/all-reports/');
  await page.goto(`/analysis/${id}`);
}

/** Longer pages are saved in parts, so that each stays small and readable. */
const partHeights: Readonly<Record<number, number>> = { 1440: 1300, 390: 1900, 820: 1900, 2560: 1900 };

async function save(page: Page, name: string, fullPage: boolean): Promise<void> {
  await settled(page);
  await page.waitForTimeout(400);
  await removeEarlier(name);
  const png = await page.screenshot({ fullPage, animations: 'disabled' });
  const { width = 0, height = 0 } = await sharp(png).metadata();
  const parts = Math.ceil(height / (partHeights[width] ?? height));
  for (let part = 0; part < parts; part++) {
    const top = Math.round((part * height) / parts);
    const bottom = Math.round(((part + 1) * height) / parts);
    const piece = sharp(png).extract({ left: 0, top, width, height: bottom - top });
    await writeSmall(piece, parts === 1 ? name : `${name}-part-${part + 1}`);
  }
}

/** Removes parts of a page that has become shorter. */
async function removeEarlier(name: string): Promise<void> {
  const earlier = new RegExp(`^${name}(-part-\\d+)?\\.webp$`);
  for (const file of await readdir(out)) if (earlier.test(file)) await rm(join(out, file));
}

/** @throws if even the lowest quality is too large: then the picture needs more parts. */
async function writeSmall(picture: Sharp, name: string): Promise<void> {
  for (const quality of [82, 70, 55, 40, 25, 12]) {
    const webp = await picture.clone().webp({ quality, effort: 5 }).toBuffer();
    if (webp.length > largestBytes) continue;
    await writeFile(join(out, `${name}.webp`), webp);
    if (quality < 55) console.log(`  ${name}: quality ${quality}`);
    return;
  }
  throw new Error(`${name} does not fit into ${largestBytes} bytes`);
}

/** @returns the names of the pictures that could not be taken */
async function takeAll(browser: Browser, baseURL: string, chosen: readonly Screen[]): Promise<string[]> {
  const failed: string[] = [];
  for (const colorScheme of schemes) {
    for (const viewport of viewports) {
      const context = { baseURL, colorScheme, viewport, reducedMotion: 'reduce' } as const;
      for (const screen of chosen) {
        const name = `${screen.name}-${colorScheme}-${viewport.width}`;
        const isTaken =
          (await take(browser, { screen, name, context })) ||
          (await take(browser, { screen, name, context }));
        if (!isTaken) failed.push(name);
      }
    }
  }
  return failed;
}

/**
 * One picture in a browser context of its own: a session that ended, or a page that hangs, takes none of the
 * others with it.
 * @returns whether it was taken
 */
async function take(
  browser: Browser,
  { screen, name, context }: { screen: Screen; name: string; context: BrowserContextOptions },
): Promise<boolean> {
  const session = await browser.newContext(context);
  try {
    const page = await session.newPage();
    if (!screen.isPublic) await signIn(page);
    await screen.show(page);
    await save(page, name, screen.fullPage ?? false);
    console.log(name);
    return true;
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`);
    return false;
  } finally {
    await session.close();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((ready) => probe.listen(0, '127.0.0.1', ready));
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function startServer(dataDir: string): Promise<{ server: ChildProcess; baseURL: string }> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, UPLOAD_LIMIT: '200' };
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], { cwd: root, env, stdio: 'inherit' });
  const baseURL = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 240; tries++) {
    const ready = await fetch(`${baseURL}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return { server, baseURL };
    await new Promise((later) => setTimeout(later, 500));
  }
  throw new Error('the server did not become ready');
}

/** Waits for the sample reports of the demo, which are made in the background. */
async function samplesReady(browser: Browser, baseURL: string): Promise<void> {
  const page = await browser.newPage({ baseURL });
  await signIn(page);
  await page.goto('/analysis-history?scope=all');
  await page.getByRole('button', { name: 'Expand' }).first().waitFor({ timeout: 120_000 });
  await page.close();
}

const chosen = names.length === 0 ? screens : screens.filter((screen) => names.includes(screen.name));
const dataDir = await mkdtemp(join(tmpdir(), 'second-read-screens-'));
await mkdir(out, { recursive: true });
const { server, baseURL } = await startServer(dataDir);
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-sync'],
});
try {
  if (chosen.some((screen) => !screen.isPublic)) await samplesReady(browser, baseURL).catch(() => undefined);
  const failed = await takeAll(browser, baseURL, chosen);
  if (failed.length > 0) {
    console.error(`Not taken: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  const ended = new Promise((resolveEnd) => server.once('exit', resolveEnd));
  server.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}
