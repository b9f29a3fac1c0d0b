import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath } from '../support/clinician.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { confirmSignature, giveReason } from '../support/review.ts';

const review = (page: Page) => page.getByRole('region', { name: 'Review' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign this report?' });

async function readMammogram(page: Page, patientId: string): Promise<void> {
  await page.goto('/breast-analysis');
  await analyse(page, { patientId, file: samplePath('breast/cesm_p276_l_dm_cc.png') });
}

test('from the worklist a case is opened, signed by name, taken back, signed again, and the next one opened', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInToOwnAccount(page);
  await readMammogram(page, 'DAY-1');
  await readMammogram(page, 'DAY-2');
  await page.goto('/worklist');
  const rows = page.getByRole('main').locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await expect(page.getByText(/^You hold DAY-/)).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: 'Analysis Details' })).toBeVisible();
  const first = (await dialog(page).locator('dd').first().textContent()) ?? '';
  expect(first).toMatch(/^DAY-[12]$/);
  const other = first === 'DAY-1' ? 'DAY-2' : 'DAY-1';
  for (const words of ['Patient', 'Exam', 'Module', 'Category', 'Conclusion'])
    await expect(dialog(page).getByText(words, { exact: true })).toBeVisible();
  await expect(dialog(page)).toContainText(/0 accepted, 0 rejected, [1-9]\d* undecided/);
  await expect(dialog(page).locator('img')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Sign', exact: true })).toBeDisabled();
  await page.screenshot({ path: test.info().outputPath('dialog.png') });
  await confirmSignature(page);
  const notice = page.getByRole('status').filter({ hasText: `${first} is signed.` });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(review(page).getByText('By you')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.getByRole('heading', { name: 'Analysis Details' }).click();
  await page.keyboard.press('s');
  await expect(dialog(page)).toContainText(/0 accepted, 0 rejected, [1-9]\d* undecided/);
  await confirmSignature(page);
  await expect(notice.getByRole('link', { name: `Next case: ${other}` })).toBeFocused();
  await page.screenshot({ path: test.info().outputPath('signed.png') });
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Patient of this report')).toContainText(other);
  await expect(notice).toHaveCount(0);
  await page
    .getByRole('button', { name: 'Worklist' })
    .or(page.getByRole('link', { name: /^Worklist/ }))
    .first()
    .click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText(/^You hold/)).toHaveCount(0);
});

test('findings are decided by single keys, a typed comparison is signed at the first click, and an amendment has its reason', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInToOwnAccount(page);
  await readMammogram(page, 'DAY-3');
  await page.getByRole('link', { name: 'Open the stored report' }).click();
  await page.getByRole('button', { name: 'Start review' }).click();
  await expect(review(page).getByText('By you')).toBeVisible();
  // On the image the first press shows which finding is meant.
  await page.getByTestId('viewer-stage').first().press('x');
  await expect(page.getByRole('menuitem', { name: 'Normal structure' })).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(page.getByRole('menuitem', { name: 'Normal structure' })).toBeVisible();
  await page.keyboard.press('2');
  await expect(review(page).getByText('Rejected: Normal structure').first()).toBeVisible();
  await page.keyboard.press('Shift+A');
  // The tissue is always there: it is described, not decided.
  const undecided = review(page)
    .getByRole('listitem')
    .filter({ hasText: /Found, / });
  await expect(undecided.filter({ has: page.getByRole('button', { name: /^Reject/ }) })).toHaveCount(0);
  await review(page).getByRole('textbox', { name: 'Comparison' }).fill('None available.');
  await review(page).getByRole('button', { name: 'Sign report' }).click();
  await expect(dialog(page)).toContainText(/\d+ accepted, 1 rejected, 0 undecided/);
  await confirmSignature(page);
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText('Comparison: None available.');
  await expect(report).toContainText(
    /should be reviewed by a qualified medical professional\. Signed by Test Reader/,
  );
  await review(page).getByRole('button', { name: 'Amend' }).click();
  await giveReason(page, 'Compared with the exam of 2024.');
  await expect(review(page).getByText('In review', { exact: true })).toBeVisible();
});

test('a report under a generated patient ID is not signed unless the organization only warns', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInToOwnAccount(page, 'administrator');
  await page.goto('/breast-analysis');
  await page
    .getByLabel('Upload Image', { exact: true })
    .setInputFiles(samplePath('breast/cesm_p276_l_dm_cc.png'));
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await page.getByRole('button', { name: /^Continue with / }).click();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Open the stored report' }).click();
  await page.getByRole('button', { name: 'Start review' }).click();
  await review(page).getByRole('button', { name: 'Sign report' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('was generated by this program');
  await dialog(page).getByRole('checkbox').check();
  await expect(dialog(page).getByRole('button', { name: 'Sign', exact: true })).toBeDisabled();
  const report = page.url();
  await page.goto('/agreement');
  await page
    .getByLabel('Reports under a generated patient ID')
    .selectOption({ label: 'Signed after a warning' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await page.goto(report);
  await review(page).getByRole('button', { name: 'Sign report' }).click();
  await confirmSignature(page);
  await expect(review(page).getByText('Signed', { exact: true })).toBeVisible();
});
