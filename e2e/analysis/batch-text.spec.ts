import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { complaintsOf } from '../support/screens.ts';
import { chestSeries, readPlain, zipOf } from '../support/series.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Series in the background' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Analyze exam' });

/** Opens a series and starts a batch. */
async function askFor(page: Page, files: Awaited<ReturnType<typeof chestSeries>>): Promise<string> {
  const patientId = `BATCH-TEXT-${Date.now()}`;
  await page.goto('/lung-analysis');
  await page
    .getByLabel('Open a Series', { exact: true })
    .setInputFiles({ name: 'thorax.zip', mimeType: 'application/zip', buffer: await zipOf(files) });
  await expect(page.getByTestId('slice-place')).toContainText(`of ${files.length}`);
  await page.getByLabel('Patient ID (Required)').fill(patientId);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  return patientId;
}

/** Links to the stored files of the slices that the page loads from now on. */
function storedSlices(page: Page): string[] {
  const links: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.includes('/uploads/')) links.push(response.url());
  });
  return links;
}

/** Whether nothing but black is left where the name was burned in. */
async function isCornerBlack(file: Buffer): Promise<boolean> {
  const { width, values } = await readPlain(new Uint8Array(file));
  const black = values.reduce((min, value) => Math.min(min, value));
  return values.every((value, at) => !isInName(at % width, Math.floor(at / width)) || value === black);
}

/** Ten letters of 12 by 14 pixels, from 12, 12. */
const isInName = (x: number, y: number) => x >= 12 && x < 130 && y >= 12 && y < 26;

test('text found in a series is hidden in every slice, by boxes that can be changed', async ({ page }) => {
  test.setTimeout(300_000);
  const complaints = complaintsOf(page);
  await signIn(page);
  await askFor(page, await chestSeries(3, {}, 'MUSTER JAN'));
  const dialog = question(page);
  await expect(dialog).toContainText('Text was found in slices 1, 2 and 3, and it may name the patient.', {
    timeout: 60_000,
  });
  const boxes = dialog.getByRole('button', { name: /^Box \d/ });
  await expect(boxes).toHaveCount(1);
  const third = dialog.getByRole('button', { name: 'Slice 3' });
  await third.click();
  await expect(third).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByRole('button', { name: 'Mask and start' })).toBeInViewport();
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Add box' }).click();
  await expect(boxes).toHaveCount(2);
  await boxes.nth(1).focus();
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Mask and start' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel(page)).toContainText('3 of 3 slices read', { timeout: 240_000 });
  const stored = storedSlices(page);
  await panel(page).getByRole('link', { name: 'Open the report' }).click({ timeout: 60_000 });
  await expect.poll(() => stored.length).toBe(3);
  for (const link of stored)
    expect(await isCornerBlack(await (await page.request.get(link)).body())).toBe(true);
  expect(complaints).toEqual([]);
});

test('slices that declare burned-in text are named, and analyzed as is on request', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page);
  const [plain, saying] = [await chestSeries(2), await chestSeries(2, { '0028,0301': ['CS', 'YES'] })];
  const files = plain.map((file, at) => (at === 1 ? (saying[at] ?? file) : file));
  await askFor(page, files);
  const dialog = question(page);
  await expect(dialog).toContainText('1 of 2 slices says that text is burned into it', { timeout: 60_000 });
  await expect(dialog).toContainText('None was found in slices 1 and 2 automatically: look at the image.');
  await expect(dialog.getByRole('button', { name: 'Mask and start' })).toBeDisabled();
  // Nothing is sent before the question is answered.
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await dialog.getByRole('button', { name: 'Analyze as is' }).click();
  await expect(panel(page)).toContainText('2 of 2 slices read', { timeout: 240_000 });
});
