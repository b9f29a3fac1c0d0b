import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { openSample } from '../support/samples.ts';

/** As on another computer: nothing of the account is kept in this browser but that it is signed in. */
async function forgetBrowser(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key === 'theme' || key.startsWith('preferences')) localStorage.removeItem(key);
  });
  await page.reload();
}

test('settings of an account hold on every screen and on another computer', async ({ page }) => {
  test.slow();
  await signInToOwnAccount(page, 'senior_reader');
  await page.goto('/account');
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Theme', { exact: true }).selectOption('dark');
  await page.getByLabel('Density of lists and tables').selectOption('compact');
  await page.getByLabel('Dates', { exact: true }).selectOption('iso');
  await page.getByLabel('A new result opens with').selectOption('outlines');
  await page.getByRole('button', { name: 'Outlines over the image: O' }).click();
  await page.keyboard.press('q');
  await expect(page.getByText('Saved to your account.')).toBeVisible();
  await page.getByRole('button', { name: 'Rotate 90° clockwise: T' }).click();
  await page.keyboard.press('q');
  await expect(page.getByRole('alert')).toContainText('Q is the key of “Outlines over the image” already');
  await forgetBrowser(page);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(page.getByLabel('Dates', { exact: true })).toHaveValue('iso');

  await page.goto('/breast-analysis');
  await page.getByRole('button', { name: /P150/ }).click();
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
  await expect(page.getByLabel('Change View')).toHaveValue('input');
  const outlines = page.getByRole('button', { name: 'Outlines', exact: true });
  await expect(outlines).toHaveAttribute('aria-pressed', 'true');
  await page.getByTestId('viewer-stage').focus();
  await page.keyboard.press('o');
  await expect(outlines).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('q');
  await expect(outlines).toHaveAttribute('aria-pressed', 'false');

  await page.goto('/worklist');
  const row = page.getByRole('row').nth(1);
  await expect(row).toBeVisible();
  expect((await row.boundingBox())?.height).toBeLessThan(32);
  await page.goto('/analysis-history?type=breast');
  await expect(page.getByRole('article').first()).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
});

test('tables have rows of 36 px, heads that stay, columns that can be hidden, and a picture beside the mouse', async ({
  page,
}) => {
  await signIn(page);
  await openSample(page, { type: 'breast', patientId: 'SAMPLE-BREAST-1' });
  await page.goto('/worklist');
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  expect(Math.round((await rows.nth(1).boundingBox())?.height ?? 0)).toBe(36);
  await page.setViewportSize({ width: 1440, height: 420 });
  await page.mouse.wheel(0, 300);
  // The report beside the list has a table too.
  const head = page.getByRole('columnheader', { name: 'Finding' }).first();
  await expect(head).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await rows.nth(1).getByRole('link').hover();
  await expect(rows.nth(1).locator('img')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Source' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Source' })).toHaveCount(0);
  await page.reload();
  await expect(rows.nth(1)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Source' })).toHaveCount(0);

  await page.goto('/analysis-history?scope=all&type=breast&q=SAMPLE-BREAST-1');
  const report = page.getByRole('region', { name: 'Reports' }).getByRole('article').first();
  await expect(report).toBeVisible();
  expect((await report.boundingBox())?.height).toBeLessThanOrEqual(37);
  await page.keyboard.press('j');
  await expect(report).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(report.getByRole('button', { name: 'Hide' })).toBeVisible();

  await page.goto('/audit-trail');
  await expect(page.getByRole('row').filter({ hasText: 'Worklist opened' }).first()).toBeVisible();
  await expect(page.getByRole('table')).not.toContainText(/[a-z]+\.[a-z_]+ |\.png|reports\//);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('picture and primary action are in sight, and what is set stands in a sheet that goes back', async ({
    page,
  }) => {
    await signIn(page);
    await page.goto('/lung-analysis');
    const analyze = page.getByRole('button', { name: 'Analyze Image' });
    await expect(analyze).toBeInViewport();
    await page.getByRole('button', { name: /^Slice 8, DICOM/ }).click();
    await expect(page.getByTestId('viewer-stage')).toBeInViewport();
    await expect(analyze).toBeInViewport();
    const opener = page.getByRole('button', { name: /^Patient and image/ });
    const sheet = page.getByRole('dialog', { name: 'Patient and image' });
    await opener.click();
    await expect(sheet.getByLabel('Patient ID (Required)')).toBeVisible();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      await expect
        .poll(() => sheet.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/lung-analysis');
    await opener.click();
    await sheet.getByRole('button', { name: /^Slice 15, DICOM/ }).click();
    await expect(sheet).toHaveCount(0);
    await expect(opener).toHaveAttribute('title', /^ct_/);
  });

  test('a missing patient ID leads into the sheet, to its field', async ({ page }) => {
    await signIn(page);
    await page.goto('/breast-analysis');
    await page.getByLabel('Patient ID (Required)').fill('');
    await page.getByRole('button', { name: /P150/ }).click();
    await page.getByRole('button', { name: 'Analyze Image' }).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(page.getByRole('dialog', { name: 'Patient and image' })).toBeVisible();
    await expect(page.getByLabel('Patient ID (Required)')).toBeFocused();
  });
});

test('the guided first run leads through a sample of each module and ends', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Start' }).click();
  for (const [at, next] of ['Next: Brain CT', 'Next: Lung CT', 'Next: Cervix', null].entries()) {
    const card = page.getByRole('region', { name: 'First run' });
    await expect(card).toContainText(`First run, ${at + 1} of 4`);
    await page.getByRole('button', { name: 'Analyze Image' }).click();
    await expect(card).toContainText('Read the first sentence', { timeout: 60_000 });
    await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
    if (next) await card.getByRole('link', { name: new RegExp(next) }).click();
    else await card.getByRole('link', { name: 'End the first run' }).last().click();
  }
  await expect(page.getByRole('heading', { name: 'Medical Image Analysis' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start' })).toHaveCount(0);
});
