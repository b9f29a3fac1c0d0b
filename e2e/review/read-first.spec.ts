import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath } from '../support/clinician.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { confirmSignature } from '../support/review.ts';

async function axe(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
}

const narrow = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
};

test('a reader gives an opinion before the result is shown, and sees both beside each other', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInToOwnAccount(page, 'administrator');
  await page.goto('/worklist');
  await page.getByRole('link', { name: 'Reading first' }).click();
  await expect(page.getByText('No opinion was given before a result yet.')).toBeVisible();
  await page.getByLabel(/^Read first: Lung/).selectOption({ label: 'Always: an opinion comes first' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  await axe(page);
  await page.goto('/lung-analysis');
  await analyse(page, { patientId: 'FIRST-1', file: samplePath('lung/nodule_0501_n1_s02.png') });
  await expect(page.getByText(/Hidden until you give your opinion/).first()).toBeVisible();
  await page.goto('/worklist');
  const row = page.getByRole('row').filter({ hasText: 'FIRST-1' });
  await expect(row).toContainText('Hidden until you give your opinion');
  await row.getByRole('link').first().click();
  const form = page.getByRole('region', { name: 'Your opinion' });
  await expect(form).toContainText('The result is hidden until you say what you see.');
  await expect(page.getByRole('article', { name: 'Report' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Start review' })).toHaveCount(0);
  await form.getByRole('button', { name: 'Add to your opinion' }).press('Enter');
  await form.getByLabel('Side of 1. Nodule').selectOption('left');
  await form.getByRole('img', { name: /^The picture/ }).click({ position: { x: 120, y: 90 } });
  await expect(form.getByRole('img', { name: 'The picture, 1 marked' })).toBeVisible();
  await axe(page);
  await narrow(page);
  await page.screenshot({ path: test.info().outputPath('opinion-390.png'), fullPage: true });
  await page.reload();
  await expect(form.getByText('Marked', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: test.info().outputPath('opinion-dark.png'), fullPage: true });
  await form.getByRole('button', { name: 'Give opinion and show the result' }).press('Enter');
  const compared = page.getByRole('region', { name: 'Opinions' });
  await expect(compared.getByRole('columnheader', { name: 'The machine' })).toBeVisible();
  await expect(compared.getByRole('row').filter({ hasText: 'Nodule' })).toContainText('left');
  await expect(page.getByRole('article', { name: 'Report' })).toBeVisible();
  await axe(page);
  await page.screenshot({ path: test.info().outputPath('compared.png'), fullPage: true });
  await page.goto('/agreement');
  await expect(page.getByRole('row').filter({ hasText: 'You' })).toContainText('1');
  await axe(page);
  await narrow(page);
  await page.screenshot({ path: test.info().outputPath('agreement-390.png'), fullPage: true });
});

test('a report that two readers read is not signed by one', async ({ page }) => {
  test.setTimeout(240_000);
  await signInToOwnAccount(page, 'administrator');
  await page.goto('/agreement');
  await page.getByLabel(/^Lung.*two readers/).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  await page.goto('/lung-analysis');
  await analyse(page, { patientId: 'TWICE-1', file: samplePath('lung/nodule_0501_n1_s02.png') });
  await page.getByRole('link', { name: 'Open the stored report' }).click();
  const form = page.getByRole('region', { name: 'Your opinion' });
  await expect(form).toContainText('0 of 2 readers have given theirs.');
  await form.getByRole('button', { name: 'Give opinion: nothing abnormal' }).click();
  await expect(page.getByRole('region', { name: 'Opinions' })).toContainText('1 of 2 have.');
  const review = page.getByRole('region', { name: 'Review' });
  await review.getByRole('button', { name: 'Start review' }).click();
  await review.getByRole('button', { name: 'Sign report' }).click();
  await confirmSignature(page);
  await expect(review.getByRole('alert')).toContainText('Two readers give their opinion');
  await expect(review.getByText('In review', { exact: true })).toBeVisible();
});
