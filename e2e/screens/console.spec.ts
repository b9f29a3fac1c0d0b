import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { complaintsOf, protectedScreens, publicScreens } from '../support/screens.ts';
import { readoutOf } from '../support/stage.ts';

const readings = [
  ['/breast-analysis', 'breast/cesm_p188_r_dm_mlo.png'],
  ['/brain-analysis', 'brain-ct/ct_normal_2_106_19.png'],
  ['/lung-analysis', 'lung/nodule_0134_n0_s01.png'],
  ['/lung-analysis', 'lung/ct_a0002_08.dcm'],
  ['/cervix-analysis', 'cervix/aceto_C53Aceto_3.jpg'],
] as const;

/** Shows the findings of a report, where it has any, and opens the Export menu. */
async function useReport(page: Page): Promise<void> {
  const findings = page.getByRole('button', { name: 'Show all' });
  if ((await findings.count()) > 0) await findings.click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
}

test('no screen writes a warning or an error into the console of the browser', async ({ page }) => {
  test.setTimeout(240_000);
  const complaints = complaintsOf(page);
  const patientId = `CONSOLE-${Date.now()}`;
  for (const { path, heading } of publicScreens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  }
  await signIn(page);
  for (const [path, picture] of readings) {
    await page.goto(path);
    await analyse(page, { patientId, file: samplePath(picture) });
    await useReport(page);
  }
  for (const { path, heading } of protectedScreens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
  }
  await page.goto(`/analysis-history?type=lung&q=${patientId}`);
  // The first is the DICOM file, whose exam is older than the other's analysis: it has no prior.
  const card = page.getByRole('article', { name: /^Report lung-/ }).nth(1);
  await card.getByRole('button', { name: 'Expand' }).click();
  await expect(card.getByRole('article', { name: 'Report' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare with prior' }).first().click();
  await page.getByRole('menuitem', { name: /Analyzed by / }).click();
  await expect(readoutOf(page.getByRole('region', { name: /^Prior, / }))).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Medical Professional Login' })).toBeVisible();
  expect(complaints).toEqual([]);
});
