import { expect, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { pdfText } from '../support/pdf-text.ts';

const mammogram = samplePath('breast/cesm_p188_r_dm_mlo.png');

test('a clinician reads a mammogram from sign-in to PDF', async ({ page }) => {
  const patientId = `E2E-${Date.now()}`;
  await signIn(page);
  await page.goto('/dashboard');
  await page
    .getByRole('link', { name: /Breast Analysis/ })
    .first()
    .click();
  await page.waitForURL('**/breast-analysis');
  await analyse(page, { patientId, file: mammogram });

  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText(/BI-RADS [1-5]/);
  await expect(report).toContainText('Breast Tissue');
  await expect(page.getByLabel('Change View')).toHaveValue('segmented');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Report' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^medical-report-${patientId}-.+\\.pdf$`));
  const text = (await pdfText(await download.path())).join(' ');
  expect(text).toContain(patientId);
  expect(text).toMatch(/BI-RADS [1-5]/);
  for (const words of ['Mass', 'Axilla', 'Calcification', 'Breast Tissue', 'Research use only.']) {
    expect(text).toContain(words);
  }
  expect(text).toContain(
    'This report is generated automatically and should be reviewed by a qualified medical professional.',
  );

  await page.goto('/analysis-history');
  await page.getByLabel('Search by Patient ID').fill(patientId);
  await expect(page.getByText(patientId).first()).toBeVisible();
});
