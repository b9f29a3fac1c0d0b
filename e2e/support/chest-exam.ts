import { expect, type Page } from '@playwright/test';
import { signIn } from './clinician.ts';
import { chestSeries } from './series.ts';

/** Slices of the chest that is read. */
export const chestSlices = 6;

export const examViewer = (page: Page) => page.getByRole('region', { name: 'Images of the exam' });
export const examPane = (page: Page) => examViewer(page).getByTestId('exam-stage').first();
export const examReadout = (page: Page) => examPane(page).getByText(/^512 × 512 px/);

/** Has a chest CT read as one exam by an account, as it comes the demo's, and opens its report. */
export async function openChestExam(
  page: Page,
  account: (page: Page) => Promise<void> = signIn,
): Promise<void> {
  await account(page);
  await page.goto('/lung-analysis');
  await page.getByLabel('Patient ID (Required)').fill('SERIES-7');
  const files = (await chestSeries(chestSlices)).map(({ name, bytes }) => ({
    ...{ name, mimeType: 'application/dicom', buffer: Buffer.from(bytes) },
  }));
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(files);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await expect(panel).toContainText('the report is ready', { timeout: 240_000 });
  await panel.getByRole('link', { name: 'Open the report' }).click();
  await expect(examReadout(page)).toContainText('W 1500 L -600 HU');
}
