import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath } from '../support/clinician.ts';
import { makeOrganisation, signInToNewAccount } from '../support/own-account.ts';
import { confirmSignature } from '../support/review.ts';

const rowsOf = (page: Page) => page.getByRole('main').locator('tbody tr');

async function expectAccessible(page: Page, part = 'body'): Promise<void> {
  expect((await new AxeBuilder({ page }).include(part).analyze()).violations).toEqual([]);
}

test('two readers share a worklist, are told of urgent results, and give, claim and sign reports by keys', async ({
  page: ada,
  browser,
}) => {
  test.setTimeout(240_000);
  const organisation = await makeOrganisation();
  const ben = await (await browser.newContext()).newPage();
  await signInToNewAccount(ada, organisation, { name: 'Ada Reader' });
  await signInToNewAccount(ben, organisation, { name: 'Ben Reader' });
  await ben.goto('/worklist');
  await expect(ben.getByText('Nothing waits for a reader here.')).toBeVisible();
  await expect(ben.getByText('Live', { exact: true })).toBeVisible();

  await ada.goto('/breast-analysis');
  await analyse(ada, { patientId: 'LIVE-1', file: samplePath('breast/cesm_p276_l_dm_cc.png') });
  const row = rowsOf(ben).filter({ hasText: 'LIVE-1' });
  await expect(row).toBeVisible();
  await expect(row.getByText('New', { exact: true })).toBeVisible();
  await expect(ada.getByRole('link', { name: 'Worklist, 1 new' })).toBeVisible();
  await ada.getByRole('link', { name: 'Worklist, 1 new' }).click();
  await expect(rowsOf(ada)).toHaveCount(1);
  await expect(ada.getByRole('banner').getByRole('link', { name: 'Worklist', exact: true })).toBeVisible();

  const assign = ada.getByRole('button', { name: 'Assign: LIVE-1' });
  const menu = ada.getByRole('menu');
  await assign.click();
  await expect(menu).toHaveCSS('opacity', '1');
  await expectAccessible(ada, 'main');
  await expect(ada.getByRole('menuitem', { name: 'Ben Reader' })).toBeVisible();
  await expectAccessible(ada, '[role="menu"]');
  await assign.click();
  await expect(menu).toBeHidden();
  await assign.press('Enter');
  await expect(menu).toBeVisible();
  await ada.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(assign).toBeFocused();
  await assign.press('Enter');
  await ada.getByRole('menuitem', { name: 'Ben Reader' }).click();
  await expect(row.getByRole('button', { name: 'Assigned to You: LIVE-1' })).toBeVisible();
  await ben.getByLabel(/^Mine/).click();
  await expect(ben).toHaveURL(/mine=true/);
  await expect(rowsOf(ben)).toHaveCount(1);
  await ben.goto('/worklist');
  await expect(ben.getByLabel(/^Mine/)).toBeChecked();
  await expect(rowsOf(ben)).toHaveCount(1);
  await expectAccessible(ben);

  // The screen of the next case is fetched at the reader's first act; the pane shows the chosen one before.
  const fetchedFiles = () =>
    ben.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  await ben.goto('/worklist');
  await expect(rowsOf(ben)).toHaveCount(1);
  expect((await fetchedFiles()).join('\n')).not.toMatch(/ReviewViewer-.*\.js/);
  await ben.keyboard.press('j');
  await expect.poll(async () => (await fetchedFiles()).join('\n')).toMatch(/ReviewViewer-.*\.js/);
  await expect(ben.getByRole('region', { name: 'Chosen report' })).toContainText('LIVE-1');
  await ben.keyboard.press('c');
  await expect(ben.getByText('You hold LIVE-1.')).toBeVisible();
  await expect(rowsOf(ada).getByText('In review by Ben Reader')).toBeVisible();
  await ada.getByRole('heading', { name: 'Worklist' }).click();
  await ada.keyboard.press('j');
  await ada.keyboard.press('s');
  await expect(ada.getByRole('region', { name: 'Review' })).toContainText('By Ben Reader');
  await ada.getByRole('link', { name: 'Back to Worklist' }).click();

  await ben.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => ben.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await ben.keyboard.press('s');
  await expect(ben.getByRole('heading', { name: 'Analysis Details' })).toBeVisible();
  await expect(ben.getByRole('dialog').getByText('LIVE-1')).toBeVisible();
  // Colors are judged once the dialog has faded in.
  await expect(ben.getByRole('dialog')).toHaveCSS('opacity', '1');
  await expectAccessible(ben, '[role="dialog"]');
  await confirmSignature(ben);
  await expect(ben.getByText('LIVE-1 is signed.')).toBeVisible();
  await ben.getByRole('link', { name: 'Back to Worklist' }).click();
  await expect(ben.getByText('Nothing waits for a reader here.')).toBeVisible();
  await expect(ada.getByText('Nothing waits for a reader here.')).toBeVisible();

  await ada.goto('/brain-analysis');
  await analyse(ada, { patientId: 'URGENT-1', file: samplePath('brain-ct/ct_epidural_075_32.png') });
  // The mammogram of before is urgent too, and was opened.
  await ben.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const panel = ben.getByRole('region', { name: 'Notifications' });
  await expect(panel.getByText(/Hemorrhage suspected/)).toBeVisible();
  await expect.poll(() => ben.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(ben, 'header');
  await panel.getByRole('button', { name: 'Mark URGENT-1 as read' }).click();
  await expect(ben.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Mark URGENT-1 as unread' }).click();
  await panel.getByRole('link', { name: 'URGENT-1' }).click();
  await expect(ben.getByRole('heading', { name: 'Analysis Details' })).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await ben.context().close();
});
