import { expect, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';
import { signInToOwnAccount } from '../support/own-account.ts';

test('a cleared image, a setting and cleared filters come back by Undo', async ({ page }) => {
  test.slow();
  await signInToOwnAccount(page, 'administrator');
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo', exact: true });

  await page.goto('/breast-analysis');
  await page
    .getByLabel('Upload Image', { exact: true })
    .setInputFiles(samplePath('breast/cesm_p188_r_dm_mlo.png'));
  const clear = page.getByRole('button', { name: 'Clear image' });
  await clear.click();
  await expect(clear).toHaveCount(0);
  await undo.click();
  await expect(clear).toBeVisible();
  await expect(page.getByText('cesm_p188_r_dm_mlo.png').first()).toBeVisible();

  await page.goto('/settings');
  const lengths = page.getByLabel('Lengths', { exact: true });
  await lengths.selectOption('cm');
  await undo.click();
  await expect(lengths).toHaveValue('mm');
  await expect(undo).toHaveCount(0);

  await page.goto('/worklist?module=cervix&overdue=true');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue('');
  await undo.click();
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue('cervix');
  await expect(page.getByLabel('Overdue')).toBeChecked();
});

test('a removed letterhead comes back by Undo', async ({ page }) => {
  await signInToOwnAccount(page, 'administrator');
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo', exact: true });
  await page.goto('/administration/letterhead');
  const letterhead = page.getByRole('region', { name: 'Letterhead' });
  await letterhead.getByRole('button', { name: 'Add letterhead' }).click();
  await letterhead.getByLabel(/^Name/).fill('Undo Radiology');
  await letterhead.getByRole('button', { name: 'Save', exact: true }).click();
  await letterhead.getByRole('button', { name: 'Change letterhead' }).click();
  await letterhead.getByRole('button', { name: 'Remove letterhead' }).click();
  await undo.click();
  await expect(page.getByText('Undo Radiology')).toBeVisible();
});

test('a setting of the shared account comes back too', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings');
  const density = page.getByLabel('Density of lists and tables');
  await density.selectOption('compact');
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(density).toHaveValue('standard');
});
