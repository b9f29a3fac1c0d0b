import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { writeChestSeries } from '../support/series.ts';
import { settled } from '../support/settled.ts';

/** As many as a series may have. */
const count = 1000;
const place = (page: Page) => page.getByTestId('slice-place');
const panel = (page: Page) => page.getByRole('region', { name: 'Series in the background' });
const stage = (page: Page) => page.getByTestId('viewer-stage');

let folder = '';
let paths: string[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-read-thorax-'));
  paths = await writeChestSeries(folder, count);
});

test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function heapMegabytes(page: Page): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('HeapProfiler.collectGarbage');
  const { usedSize } = await browser.send('Runtime.getHeapUsage');
  return usedSize / 1024 ** 2;
}

/**
 * Scrolls one notch per animation frame: durations of frames, and how often a picture was drawn.
 */
function spin(page: Page, turns: number) {
  return page.evaluate(async (count) => {
    const target = document.querySelector('[data-testid="viewer-stage"] canvas');
    const readout = document.querySelector('[data-testid="viewer-stage"] > span');
    if (!target || !readout) throw new Error('no picture');
    let pictures = 0;
    const watch = new MutationObserver((records) => {
      pictures += records.length > 0 ? 1 : 0;
    });
    watch.observe(readout, { childList: true, characterData: true, subtree: true });
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
    const times: number[] = [];
    let last = await frame();
    for (let turn = 0; turn < count; turn += 1) {
      target.dispatchEvent(new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true }));
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    watch.disconnect();
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
    const totalMs = times.reduce((sum, time) => sum + time, 0);
    return { medianMs: at(0.5), p95Ms: at(0.95), longestMs: at(1), totalMs, pictures };
  }, turns);
}

test('a series of a thousand slices opens, scrolls without lag and starts as a batch', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page);
  await page.goto('/lung-analysis');
  await settled(page);
  await page.getByLabel('Patient ID (Required)').fill('LARGE-1');
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(paths);
  const chosen = Date.now();
  await expect(place(page)).toHaveText(`Slice ${count / 2 + 1} of ${count}`);
  const openMs = Date.now() - chosen;
  await expect(stage(page).getByText(/512 × 512 px/)).toBeVisible();
  const firstPictureMs = Date.now() - chosen;
  const heapMb = await heapMegabytes(page);
  await stage(page).hover();
  const wheel = await spin(page, 300);
  await expect(place(page)).toHaveText(`Slice ${count / 2 + 301} of ${count}`);
  const heapAfterMb = await heapMegabytes(page);
  // The slices stay on disk: only visible ones are in memory.
  expect(heapAfterMb).toBeLessThan(100);

  const asked = Date.now();
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText(`Slice ${count / 2 + 301} of ${count}`, { timeout: 80_000 });
  const reportMs = Date.now() - asked;
  await page.getByRole('button', { name: 'Back to the slices' }).click();
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await expect(page.getByRole('dialog')).toContainText('All 1,000 slices');
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const started = Date.now();
  await expect(panel(page)).toContainText(/of 1,000 slices read/);
  await expect(panel(page)).toContainText(/[1-9]\d* of 1000 sent/, { timeout: 60_000 });
  const firstSentMs = Date.now() - started;
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page)).toContainText('Canceled: ');
  const measured = { openMs, firstPictureMs, heapMb, heapAfterMb, ...wheel, reportMs, firstSentMs };
  console.info(JSON.stringify(measured));
});
