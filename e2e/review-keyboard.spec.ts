import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { samplePath } from './support/clinician.ts';
import { enter, tabTo } from './support/keyboard.ts';
import { signInToOwnAccount } from './support/own-account.ts';
import { chestSeries } from './support/series.ts';

/** In both themes; on a phone nothing is wider than the screen. */
async function inspect(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect.soft(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function seriesFiles() {
  const slices = await chestSeries(3);
  return slices.map(({ name, bytes }) => ({
    ...{ name, mimeType: 'application/dicom', buffer: Buffer.from(bytes) },
  }));
}

/** From the worklist to the review of its first report. */
async function beginReview(page: Page) {
  await page.goto('/worklist');
  const row = page.getByRole('main').locator('tbody tr').first();
  await expect(row).toBeVisible();
  await page.keyboard.press('j');
  await expect(row).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Enter');
  await enter(page, page.getByRole('button', { name: 'Start review' }));
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review.getByText('By you')).toBeVisible();
  return review;
}

/** Writes an impression, signs by keys alone, and sees the report signed. */
async function writeAndSign(page: Page, words: string): Promise<void> {
  const review = page.getByRole('region', { name: 'Review' });
  await tabTo(page, review.getByRole('textbox', { name: 'Impression' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(words);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article', { name: 'Report' })).toContainText(words);
  await expect(review.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }));
  await expect(review.getByText('Signed', { exact: true })).toBeVisible();
  await expect(review.getByRole('link')).toHaveText(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/);
}

test('a head CT is read, a finding rejected and the report signed by keyboard alone', async ({ page }) => {
  test.setTimeout(180_000);
  await signInToOwnAccount(page);
  await page.goto('/brain-analysis');
  await tabTo(page, page.getByLabel('Patient ID (Required)'));
  await page.keyboard.type('KEYS-1');
  await page
    .getByLabel('Upload Image', { exact: true })
    .setInputFiles(samplePath('brain-ct/ct_epidural_075_32.png'));
  await enter(page, page.getByRole('button', { name: 'Analyze Image' }));
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });

  const review = await beginReview(page);
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText(/hemorrhage suspected/i);
  await enter(page, review.getByRole('button', { name: /^Reject .*hemorrhage/i }));
  const artifact = page.getByRole('menuitem', { name: 'Artifact' });
  await expect(artifact).toBeVisible();
  while (!(await artifact.evaluate((item) => item === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(review.getByText('Rejected: Artifact')).toBeVisible();
  await expect(report).not.toContainText(/hemorrhage suspected/i);
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('rejected.png'), fullPage: true });
  await writeAndSign(page, 'No hemorrhage: streak artifact.');
  await page.goto('/worklist');
  await expect(page.getByText('Nothing waits for a reader here.')).toBeVisible();
});

test('a chest exam is reviewed and signed by keyboard alone', async ({ page }) => {
  test.setTimeout(300_000);
  await signInToOwnAccount(page);
  await page.goto('/lung-analysis');
  await tabTo(page, page.getByLabel('Patient ID (Required)'));
  await page.keyboard.type('KEYS-2');
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(await seriesFiles());
  await enter(page, page.getByRole('button', { name: 'Analyze exam' }));
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Start' }));
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await expect(panel).toContainText('the report is ready', { timeout: 120_000 });

  const review = await beginReview(page);
  // The engine marks nothing on these slices: the reader adds what it missed.
  await enter(page, review.getByRole('button', { name: 'Add', exact: true }));
  const added = review.getByRole('listitem').filter({ hasText: 'Added' });
  await expect(added).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'Report' })).toContainText(/nodule/i);
  await enter(page, review.getByRole('button', { name: 'Undo' }));
  await expect(added).toHaveCount(0);
  await enter(page, review.getByRole('button', { name: 'Redo' }));
  await expect(added).toHaveCount(1);
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('exam-added.png'), fullPage: true });
  await writeAndSign(page, 'Nodule, seen by the reader.');
  await page.goto('/worklist');
  await expect(page.getByText('Nothing waits for a reader here.')).toBeVisible();
});
