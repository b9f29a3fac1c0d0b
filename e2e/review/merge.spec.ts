import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { chestExam } from '../phantom/exams.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { confirmSignature } from '../support/review.ts';

test('a lesion that a chest CT linked is split by its marks, merged again, undone and signed, by mouse and keys', async ({
  page,
}) => {
  test.setTimeout(900_000);
  await signInToOwnAccount(page);
  const { files, patientId } = await chestExam();
  await page.goto('/lung-analysis');
  await page.getByLabel('Patient ID (Required)').fill(patientId);
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles([...files]);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await expect(panel).toContainText('the report is ready', { timeout: 400_000 });
  await panel.getByRole('link', { name: 'Open the report' }).click();
  await page.getByRole('button', { name: 'Start review' }).click();
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review.getByText('By you')).toBeVisible();
  const report = page.getByRole('article', { name: 'Report' });
  // Whose draft it is follows from there having been changes.
  const said = async () =>
    (await report.textContent())?.replace(/(Not signed|Draft by [^.]*, not signed)\./, '');
  const before = await said();
  const items = review.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Accept/ }) });
  const count = await items.count();
  const mass = items.filter({ hasText: /^Mass/ }).first();
  await expect(mass).toBeVisible();

  // The viewer opens at the slice that shows it largest: it comes apart there.
  await mass.getByRole('button', { name: /^Split/ }).click();
  const apart = review.getByRole('group', { name: /^Split Mass/ });
  await expect(apart.getByRole('listitem')).toHaveCount(2);
  await expect(apart).toContainText(/ml, slices? \d+/);
  await page.screenshot({ path: test.info().outputPath('split.png') });
  await apart.getByRole('button', { name: /^Split Mass.* into these/ }).click();
  await expect(items).toHaveCount(count + 1);
  await expect(review.getByText('Saved', { exact: true })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('main').analyze();
  expect.soft(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);

  // By keys: both parts are selected and merged.
  const parts = items.filter({ hasText: 'Changed' });
  await expect(parts).toHaveCount(2);
  await parts.nth(0).focus();
  await page.keyboard.press('m');
  await parts.nth(1).focus();
  await page.keyboard.press('m');
  const bar = review.getByRole('group', { name: 'Merge findings' });
  await expect(bar.getByRole('status')).toContainText(/become one\. Mass: .*ml, slices \d+ to \d+/);
  await page.screenshot({ path: test.info().outputPath('merge.png') });
  await page.keyboard.press('Shift+M');
  await expect(items).toHaveCount(count);
  await expect(bar).toHaveCount(0);
  const merged = items.filter({ hasText: 'Merged of 2' });
  await expect(merged).toHaveCount(1);
  await expect(review.getByText('Saved', { exact: true })).toBeVisible();
  await expect(report).toContainText(/mass of \d+ mm/i);

  // Into its parts again, which is undone, as is the rest: the report is as before.
  await merged.focus();
  await page.keyboard.press('Shift+S');
  const again = review.getByRole('group', { name: /^Split Mass/ });
  await expect(again).toContainText('The 2 findings that it was merged of');
  await page.keyboard.press('Enter');
  await expect(items).toHaveCount(count + 1);
  for (const left of [count, count + 1, count]) {
    await review.getByRole('button', { name: 'Undo' }).click();
    await expect(items).toHaveCount(left);
    await expect(review.getByText('Saved', { exact: true })).toBeVisible();
  }
  await expect.poll(said).toBe(before);
  await review.getByRole('button', { name: 'Redo' }).click();
  await expect(items).toHaveCount(count + 1);
  await review.getByRole('button', { name: 'Sign report' }).click();
  await confirmSignature(page);
  await expect(review.getByText('Signed', { exact: true })).toBeVisible();
  await expect(report).toContainText('Further:');
});
