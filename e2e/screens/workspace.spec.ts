import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { openSample } from '../support/samples.ts';

const report = (page: Page) => page.getByRole('region', { name: 'Analysis and report' });
const widthOf = async (page: Page) => Math.round((await report(page).boundingBox())?.width ?? 0);

test('the report is widened by mouse and keys, the upload folded, both remembered; the picture is wiped', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/breast-analysis');
  await analyse(page, { patientId: 'ROOM-1', file: samplePath('breast/cesm_p188_r_dm_mlo.png') });
  const bar = page.getByRole('separator', { name: 'Width of the panel Analysis and report' });
  const usual = await widthOf(page);
  const { x = 0, y = 0, width = 0, height = 0 } = (await bar.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 80, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page)).toBe(usual + 80);
  await bar.press('ArrowRight');
  await expect.poll(() => widthOf(page)).toBe(usual + 64);

  const fold = page.getByRole('button', { name: 'Hide patient and upload' });
  await expect(page.getByLabel('Patient ID (Required)')).toBeVisible();
  await fold.click();
  await expect(page.getByLabel('Patient ID (Required)')).toBeHidden();

  const wipe = page.getByRole('slider', { name: 'Bare image against the view' });
  await page.getByRole('button', { name: 'Wipe' }).click();
  await expect(wipe).toBeFocused();
  await wipe.press('ArrowRight');
  await expect(wipe).toHaveAttribute('aria-valuenow', '52');
  await wipe.press('Escape');
  await expect(wipe).toBeHidden();

  await page.reload();
  await expect.poll(() => widthOf(page)).toBe(usual + 64);
  await page.getByRole('button', { name: 'Show patient and upload' }).click();
  await expect(page.getByLabel('Patient ID (Required)')).toBeVisible();
  await bar.dblclick();
  await expect.poll(() => widthOf(page)).toBe(usual);
});

test('Ctrl K finds a patient, a screen and an action, and says when it finds nothing', async ({ page }) => {
  await signIn(page);
  await openSample(page, { type: 'breast', patientId: 'SAMPLE-BREAST-1' });
  const typed = page.getByRole('combobox', { name: 'Patient ID, screen or action' });
  const matches = page.getByRole('listbox', { name: 'Matches' }).getByRole('option');
  await page.keyboard.press('Control+k');
  await typed.fill('settings');
  await expect(matches.first()).toHaveText(/^Settings/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);

  await page.keyboard.press('Control+k');
  await typed.fill('SAMPLE-LUNG-1');
  await expect(matches.filter({ hasText: 'SAMPLE-LUNG-1' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Analysis Details' })).toBeVisible();
  await expect(page.getByText('SAMPLE-LUNG-1').first()).toBeVisible();

  await page.keyboard.press('Control+k');
  await typed.fill('theme');
  await matches.filter({ hasText: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await page.keyboard.press('Control+k');
  await typed.fill('no such thing at all');
  await expect(page.getByText('Nothing found. Try a part of the patient ID')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(typed).toBeHidden();
});
