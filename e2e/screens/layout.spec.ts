import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { describeShifts, watchLayoutShifts } from '../support/layout-shifts.ts';

/** Nothing on the screen may move by itself; rounding and a progress line's words are within this. */
const stillness = 0.01;

/** Times that the processor is slower than this machine's. */
const slowdown = Number(process.env.SLOWDOWN ?? 1);

/** The dashboard keeps it for the screens that it leads to. */
const isPacsKnown = `Object.keys(localStorage).some((key) => key.startsWith('pacs '))`;

const modules = [
  ['/breast-analysis', 'breast/cesm_p188_r_dm_mlo.png'],
  ['/brain-analysis', 'brain-ct/ct_epidural_075_32.png'],
  ['/lung-analysis', 'lung/ct_a0002_13_lung_window.png'],
  ['/cervix-analysis', 'cervix/aceto_C53Aceto_3.jpg'],
] as const;

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1080 },
] as const;

/** Analyzes what is chosen, until the marks are drawn. */
async function finish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Findings in the image' })).not.toContainText('Drawing');
  await page.waitForTimeout(500);
}

for (const viewport of sizes)
  test(`the picture stays where it is when the report comes, ${viewport.width} wide`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const shifted = await watchLayoutShifts(page);
    await signIn(page);
    await page.goto('/dashboard');
    await expect.poll(() => page.evaluate(isPacsKnown)).toBe(true);
    for (const [path, file] of modules) {
      await page.goto(path);
      await page.getByLabel('Patient ID (Required)').fill('STILL');
      await expect(page.getByText(/^\d+ of \d+$/).first()).toBeAttached();
      await page.waitForTimeout(500);
      const onArrival = await shifted();
      // What a choice changes answers it: the upload folds into a bar.
      await page.getByLabel('Upload Image', { exact: true }).setInputFiles(samplePath(file));
      await expect(page.getByText('Opening the image…')).toHaveCount(0);
      await page.waitForTimeout(500);
      const beforeReport = (await shifted()).length;
      await finish(page);
      const shifts = [...onArrival, ...(await shifted()).slice(beforeReport)];
      const total = shifts.reduce((sum, shift) => sum + shift.value, 0);
      expect(total, `${path}\n${describeShifts(shifts)}`).toBeLessThan(stillness);
    }
  });

for (const viewport of sizes)
  test(`picture, patient and what is next are in sight, ${viewport.width} wide`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signIn(page);
    await page.goto('/breast-analysis');
    await analyse(page, { patientId: 'SIGHT', file: samplePath('breast/cesm_p188_r_dm_mlo.png') });
    const stage = page.getByTestId('viewer-stage');
    await expect(stage).toBeInViewport({ ratio: 0.99 });
    await expect(page.getByLabel('Patient of this report')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Analyze another image' })).toBeInViewport({ ratio: 1 });
    const box = await stage.boundingBox();
    if (!box) throw new Error('no picture');
    // More than half of a desk's width, of a tablet's beside the report, and all of a phone's.
    expect(box.width / viewport.width).toBeGreaterThan(0.5);
    expect(box.y).toBeLessThan(300);
    const isNarrow = viewport.width < 1200;
    // On a desk nothing scrolls but the panels, and the tools stand beside the picture.
    const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    if (!isNarrow) expect(below).toBeLessThanOrEqual(0);
    const tools = page.getByRole('toolbar', { name: 'Viewer tools' });
    await expect(tools).toHaveAttribute('aria-orientation', isNarrow ? 'horizontal' : 'vertical');
    if (!isNarrow) await expect(page.getByRole('region', { name: 'Findings in the image' })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Patient and image' })).toHaveCount(isNarrow ? 1 : 0);
    await expect(page.getByLabel('Patient ID (Required)')).toHaveCount(isNarrow ? 0 : 1);
    if (viewport.width >= 768) {
      const report = await page.getByRole('region', { name: 'Analysis and report' }).boundingBox();
      expect(report?.x).toBeGreaterThanOrEqual(box.x + box.width);
      await page.getByRole('region', { name: 'Analysis and report' }).evaluate((panel) => {
        panel.scrollTop = 9999;
      });
      await expect(stage).toBeInViewport({ ratio: 0.99 });
    }
  });
