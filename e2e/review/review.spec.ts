import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { confirmSignature, giveReason, takeReview } from '../support/review.ts';
import { openSample } from '../support/samples.ts';

async function startReview(card: Locator): Promise<void> {
  const page = card.page();
  await card.getByRole('link').first().click();
  await takeReview(page);
}

test('a clinician rejects a finding, writes, signs, and the signed version can be verified by its code', async ({
  page,
}) => {
  await signInToOwnAccount(page);
  await page.goto('/breast-analysis');
  await analyse(page, { patientId: 'REVIEW-1', file: samplePath('breast/cesm_p276_l_dm_cc.png') });
  await page.goto('/analysis-history?type=breast&q=REVIEW-1');
  await startReview(page.getByRole('region', { name: 'Reports' }).getByRole('article').first());
  const review = page.getByRole('region', { name: 'Review' });
  const report = page.getByRole('article', { name: 'Report' });
  const before = await report.textContent();
  expect(before).toMatch(/Mass \d: |mass with/);
  const open = review.locator('li:not([data-decision="rejected"])');
  const reject = open.getByRole('button', { name: /^Reject Mass/ });
  for (let left = await reject.count(); left > 0; left--) {
    await reject.first().click();
    await page.getByRole('menuitem', { name: 'Normal structure' }).click();
    await expect(reject).toHaveCount(left - 1);
  }
  await expect(report).not.toContainText(/Mass \d: |mass with/);
  await review.getByRole('button', { name: 'Undo' }).click();
  await expect(report).toContainText(/Mass \d: |mass with/);
  await review.getByRole('button', { name: 'Redo' }).click();
  await expect(report).not.toContainText(/Mass \d: |mass with/);
  await review.getByRole('textbox', { name: 'Impression' }).fill('No suspicious finding after review.');
  await review.getByRole('textbox', { name: 'Recommendation' }).click();
  await expect(report).toContainText('No suspicious finding after review.');
  await page.getByText('Show the AI result').click();
  await expect(report).toContainText(/Mass \d: |mass with/);
  await page.getByText('Show the AI result').click();
  const { violations } = await new AxeBuilder({ page }).include('main').analyze();
  expect(violations).toEqual([]);
  await review.getByRole('textbox', { name: 'Recommendation' }).press('Control+Enter');
  await confirmSignature(page);
  await expect(review.getByText('Signed', { exact: true })).toBeVisible();
  const code = await review.getByRole('link').textContent();
  const details = page.url();
  await page.goto('/worklist');
  await expect(page.getByText('Nothing waits for a reader here.')).toBeVisible();
  await page.goto(`/verify/${code}`);
  await expect(page.getByText('Test Reader')).toBeVisible();
  await expect.poll(() => page.getByRole('main').textContent()).not.toContain('REVIEW-1');
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  await page.goto('/verify/ABCD-ABCD-ABCD-ABCD');
  await expect(page.getByText('No signed report has this code.')).toBeVisible();
  await page.goto(details);
  await review.getByRole('button', { name: 'Amend' }).click();
  await giveReason(page, 'Looked again.');
  await expect(review.getByText('In review', { exact: true })).toBeVisible();
  await review.getByRole('button', { name: 'Stop reviewing' }).click();
  await expect(review.getByText('Signed', { exact: true })).toBeVisible();
});

test('changes wait while the network is away and are kept when it is back, on a phone', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await startReview(await openSample(page, { type: 'breast', patientId: 'SAMPLE-BREAST-1' }));
  const review = page.getByRole('region', { name: 'Review' });
  await context.setOffline(true);
  await review
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await expect(review.getByText(/Not saved: 1 change kept here/)).toBeVisible();
  await context.setOffline(false);
  await expect(review.getByText('Saved', { exact: true })).toBeVisible();
  await expect(review.getByText('Accepted', { exact: true })).toBeVisible();
  await page.reload();
  await expect(review.getByText('Accepted', { exact: true })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});

test('the worklist shows what waits, is filtered, and is walked by keys', async ({ page }) => {
  await signIn(page);
  // Exams that other tests left have no picture to fetch ahead.
  const mine = `NEXT-${Date.now()}`;
  for (const file of ['cesm_p150_l_dm_cc.png', 'cesm_p188_r_dm_mlo.png']) {
    await page.goto('/breast-analysis');
    await analyse(page, { patientId: mine, file: samplePath(`breast/${file}`) });
  }
  await openSample(page, { type: 'breast', patientId: 'SAMPLE-BREAST-1' });
  await page.getByRole('main').getByRole('link', { name: 'Worklist' }).click();
  const rows = page.getByRole('main').locator('tbody tr');
  await expect(rows.filter({ hasText: 'SAMPLE-' }).first()).toBeVisible();
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  await page.getByLabel('Type').selectOption('breast');
  await expect(page).toHaveURL(/module=breast/);
  await expect(rows.filter({ hasText: 'SAMPLE-BREAST' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'SAMPLE-LUNG' })).toHaveCount(0);
  await page.getByLabel('Search by Patient ID, name or accession number').fill(mine);
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: mine })).toHaveCount(2);
  await page.getByRole('heading', { name: 'Worklist' }).click();
  await page.keyboard.press('j');
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('j');
  await expect(rows.last()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  const ahead = page.waitForResponse((reply) => reply.url().endsWith('?ahead=true'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Analysis Details' })).toBeVisible();
  // While this one is read, the pictures of the next are fetched.
  const next: { id: string } = await (await ahead).json();
  const key = next.id.slice(next.id.indexOf('-') + 1);
  const isPicture = (url: string) => url.includes('/media/') && url.includes(key);
  await expect.poll(() => asked.filter(isPicture).length).toBeGreaterThan(1);
});
