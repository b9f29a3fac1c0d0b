import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { exportAllForms } from '../support/exported.ts';
import { openSample } from '../support/samples.ts';

test('a clinician exports a new result in every form', async ({ page }) => {
  const patientId = `EXP-${Date.now()}`;
  await signIn(page);
  await page.goto('/breast-analysis');
  await analyse(page, { patientId, file: samplePath('breast/cesm_p188_r_dm_mlo.png') });
  await exportAllForms(page, patientId);
});

test('a stored report is exported by the keyboard, and the history as a table', async ({ page }) => {
  await signIn(page);
  const card = await openSample(page, { type: 'breast', patientId: 'SAMPLE-BREAST-1' });
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(table.suggestedFilename()).toBe('breast-all-reports.csv');
  expect((await readFile(await table.path())).toString()).toContain('"SAMPLE-BREAST-1"');

  await card.getByRole('link').click();
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Structured report/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/\.sr\.dcm$/);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^CSV/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  await page.route('**/export/**', (route) => route.abort());
  await button.click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect(page.getByRole('alert')).toHaveText('No response from server. Please check your connection.');
});

test('demo data, which is on no server, has no export', async ({ page }) => {
  await signIn(page);
  await page.goto('/analysis/demo-breast-1');
  await expect(page.getByText('Demo data').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeHidden();
});
