/**
 * Retakes every picture in docs/screenshots: all screens, light and dark, 1440 and 390 wide, from the built
 * product with a fresh data folder. `npm run build && npx tsx scripts/take-screenshots.ts [NAME …]`; names
 * choose screens. `--out FOLDER` leaves docs/screenshots as it is and takes all four widths, to be looked at.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type ViewportSize } from '@playwright/test';
import { signIn } from '../e2e/support/clinician.ts';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { serveProduct } from '../e2e/support/serve-product.ts';
import { type Shelf, savePicture } from './screenshots/save-picture.ts';
import { type Screen, screens } from './screenshots/screens.ts';

const root = resolve(import.meta.dirname, '..');
const { values: options, positionals: names } = parseArgs({
  options: { out: { type: 'string' } },
  allowPositionals: true,
});
const isForLooking = options.out !== undefined;
const shelf: Shelf = {
  folder: resolve(root, options.out ?? 'docs/screenshots'),
  largestBytes: isForLooking ? Number.POSITIVE_INFINITY : 60 * 1024,
};
const schemes = ['light', 'dark'] as const;
const shipped: readonly ViewportSize[] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const between: readonly ViewportSize[] = [
  { width: 820, height: 1180 },
  { width: 2560, height: 1440 },
];
const viewports = isForLooking ? [...shipped, ...between] : shipped;

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
    await savePicture(page, shelf, { name, fullPage: screen.fullPage ?? false });
    console.log(name);
    return true;
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`);
    return false;
  } finally {
    await session.close();
  }
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
await mkdir(shelf.folder, { recursive: true });
const product = await serveProduct(join(root, 'apps/server/dist/main.js'), dataDir, { UPLOAD_LIMIT: '200' });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-sync'],
});
try {
  if (chosen.some((screen) => !screen.isPublic))
    await samplesReady(browser, product.origin).catch(() => undefined);
  const failed = await takeAll(browser, product.origin, chosen);
  if (failed.length > 0) {
    console.error(`Not taken: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
