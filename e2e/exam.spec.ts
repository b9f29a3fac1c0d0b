import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/clinician.ts';
import { pdfText } from './support/pdf-text.ts';
import { complaintsOf } from './support/screens.ts';

/** A head CT of 17 slices with Hounsfield units, which cannot be shipped. */
const head = resolve(import.meta.dirname, '../../shared/datasets/brain/aisd_dicom/files');
const isThere = existsSync(head);
const files = isThere ? readdirSync(head).map((name) => join(head, name)) : [];
const viewer = (page: Page) => page.getByRole('region', { name: 'Images of the exam' });

test('a head CT is read as one exam: conclusion, findings, key slices, history and PDF', async ({ page }) => {
  test.skip(!isThere, 'needs shared/datasets/brain/aisd_dicom');
  test.setTimeout(180_000);
  const complaints = complaintsOf(page);
  const id = `HEAD-${Date.now()}`;
  await signIn(page);
  await page.goto('/brain-analysis');
  await page.getByLabel('Patient ID (Required)').fill(id);
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(files);
  await expect(page.getByTestId('slice-place')).toContainText(`of ${files.length}`);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await expect(panel).toContainText('the report is ready', { timeout: 150_000 });
  await panel.getByRole('link', { name: 'Open the report' }).click();

  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText(`Exam of ${files.length} images`);
  await expect(report).toContainText('intracranial hemorrhage');
  const place = viewer(page).getByTestId('exam-place');
  const keys = viewer(page).getByRole('list', { name: 'Key slices' }).getByRole('button');
  await keys.first().click();
  await expect(keys.first()).toHaveAttribute('aria-pressed', 'true');
  const found = viewer(page).getByRole('list', { name: 'Findings of the exam' }).getByRole('button');
  if ((await found.count()) > 0) {
    await viewer(page).getByRole('group').focus();
    await page.keyboard.press('Home');
    await expect(place).toContainText(`Slice 1 of ${files.length}`);
    await page.keyboard.press('n');
    await expect(place).not.toContainText('Slice 1 of');
  }
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(viewer(page).getByRole('slider', { name: 'Slice' })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/analysis-history?type=brain-ct&q=${id}`);
  const row = page.getByRole('article').filter({ hasText: id });
  await expect(row).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^brain-ct-report-${id}-`));
  const printed = (await pdfText(await download.path())).join(' ');
  expect(printed).toContain('Head CT Exam Report');
  expect(printed.indexOf('Conclusion')).toBeLessThan(printed.indexOf('Midline shift'));
  expect(complaints).toEqual([]);
});
