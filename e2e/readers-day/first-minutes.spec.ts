import { expect, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { chestSeries, zipOf } from '../support/series.ts';
import { boxOf } from '../support/stage.ts';

test('of an open series the exam is the first choice; patient, date and accession are those of the files', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/lung-analysis');
  await expect(page.getByText('generated', { exact: true })).toBeVisible();
  const files = await chestSeries(3, {
    '0008,0020': ['DA', '20260131'],
    '0008,0030': ['TM', '093000'],
    '0008,0050': ['SH', 'ACC-17'],
  });
  const buffer = await zipOf(files);
  await page
    .getByLabel('Open a Series', { exact: true })
    .setInputFiles({ name: 'thorax.zip', mimeType: 'application/zip', buffer });
  await expect(page.getByLabel('Patient ID (Required)')).toHaveValue('SERIES-7');
  await expect(page.getByText('generated', { exact: true })).toHaveCount(0);
  const banner = page.getByLabel('Patient of this image');
  await expect(banner).toContainText('Jan 31, 2026, 9:30 AM');
  await expect(banner).toContainText('ACC-17');
  const [exam, image] = [
    page.getByRole('button', { name: 'Analyze exam' }),
    page.getByRole('button', { name: 'Analyze Image' }),
  ];
  expect((await boxOf(exam)).y).toBeLessThan((await boxOf(image)).y);
  await expect(exam).not.toHaveAttribute('data-variant', 'default');
  await expect(image).toHaveAttribute('data-variant', 'default');
});
