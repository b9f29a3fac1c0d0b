import { expect, type Locator, type Page, test } from '@playwright/test';
import { analyse, samplePath } from '../support/clinician.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { confirmSignature } from '../support/review.ts';
import { boxOf } from '../support/stage.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Reports' }).getByRole('article');

/** Whether two parts of a row lie over each other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !isBeside && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** How much of an element's words is hidden, in pixels. */
const cutOff = (part: Element) => part.scrollWidth - part.clientWidth;

const linesOf = (part: Locator) => part.evaluate((element) => element.getClientRects().length);

test('one list has the reports of all modules: one search, counts, the way back to it, and legible rows', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInToOwnAccount(page);
  for (const [path, file] of [
    ['/breast-analysis', 'breast/cesm_p276_l_dm_cc.png'],
    ['/brain-analysis', 'brain-ct/ct_epidural_075_32.png'],
  ] as const) {
    await page.goto(path);
    await analyse(page, { patientId: 'DAY-LIST', file: samplePath(file) });
  }
  await page.goto('/analysis-history');
  await page.getByLabel('Search by Patient ID').fill('day-list');
  await expect(rows(page)).toHaveCount(2);
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    for (const row of await rows(page).all()) {
      const [result, state] = [row.locator('[data-severity]'), row.getByText('Preliminary', { exact: true })];
      expect.soft(await overlap(result, state), `${width}: result and state`).toBe(false);
      const button = row.getByRole('button', { name: 'Download', exact: true });
      expect.soft(await overlap(result, button), `${width}: result and button`).toBe(false);
      for (const part of [result.locator('span').last(), row.getByRole('link').locator('span').last()])
        expect.soft(await part.evaluate(cutOff), `${width}: cut`).toBeLessThanOrEqual(0);
      const id = row.getByText('DAY-LIST', { exact: true });
      expect.soft(await linesOf(id), `${width}: lines of the patient ID`).toBe(1);
    }
  }
  const ends = await rows(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.lastElementChild?.textContent));
  expect(new Set(ends).size).toBe(2);

  await page.setViewportSize({ width: 1440, height: 900 });
  await rows(page).first().getByRole('link').click();
  await page.getByRole('button', { name: 'Start review' }).click();
  await page.getByRole('button', { name: 'Sign report' }).click();
  await confirmSignature(page);
  await expect(page.getByLabel('Patient of this report')).toContainText('Signed by Test Reader');
  await page.getByRole('link', { name: 'Back to Analysis History' }).click();
  await expect(page.getByLabel('Search by Patient ID')).toHaveValue('day-list');
  await page.getByLabel('State').selectOption({ label: 'Signed (1)' });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Signed by Test Reader');
  await page.getByLabel('Signed by').selectOption({ label: 'Test Reader (1)' });
  await expect(page).toHaveURL(/state=signed&signed_by=/);
  await expect(rows(page)).toHaveCount(1);

  await page.goto('/analysis-history');
  await page.getByLabel('Search by Patient ID').fill('hemorrhage');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('DAY-LIST');
  await page.getByLabel('Search by Patient ID').fill('');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Analyzed to').fill('2020-01-01');
  await expect(rows(page)).toHaveCount(0);
  await page.getByLabel('Analyzed to').fill('');
  await page.getByLabel('Analyzed from').fill('2020-01-01');
  await expect(rows(page)).toHaveCount(2);
});

test('a report that is opened clears its notification, and "Back" leads to the worklist it was opened from', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInToOwnAccount(page);
  await page.goto('/brain-analysis');
  await analyse(page, { patientId: 'DAY-BELL', file: samplePath('brain-ct/ct_epidural_075_32.png') });
  await page.goto('/worklist');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'DAY-BELL' }).click();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Worklist' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Worklist' })).toBeVisible();
});

test('the worklist is a list with a reading pane that follows the chosen row', async ({ page }) => {
  test.setTimeout(240_000);
  await signInToOwnAccount(page);
  for (const [path, patientId, file] of [
    ['/breast-analysis', 'DAY-PANE-1', 'breast/cesm_p276_l_dm_cc.png'],
    ['/brain-analysis', 'DAY-PANE-2', 'brain-ct/ct_epidural_075_32.png'],
  ] as const) {
    await page.goto(path);
    await analyse(page, { patientId, file: samplePath(file) });
  }
  const read: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/reports\/([^/]+)\/$/.exec(new URL(request.url()).pathname) ?? [];
    if (id !== undefined && !request.url().includes('ahead=')) read.push(id);
  });
  await page.goto('/worklist');
  const pane = page.getByRole('region', { name: 'Chosen report' });
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const id = page.getByRole('link', { name: 'DAY-PANE-1' }).locator('span');
    expect.soft(await linesOf(id), `${width}: lines of the patient ID`).toBe(1);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const chosen = page.getByRole('row').and(page.locator('[aria-current]')).getByRole('link');
  await expect(pane).toContainText('Choose a row to see its report here.');
  await page.getByRole('button', { name: 'Assign: DAY-PANE-1' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  // Until it is gone the keys are the menu's.
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(chosen).toHaveCount(0);
  expect(read).toEqual([]);
  for (const key of ['j', 'j', 'k']) {
    await page.keyboard.press(key);
    const patient = (await chosen.textContent()) ?? '';
    await expect(pane.getByLabel('Patient of this report')).toContainText(patient);
    await expect(pane.getByRole('article', { name: 'Report' })).toBeVisible();
    await expect(pane.getByRole('img').first()).toBeVisible();
  }
  expect(new Set(read).size).toBe(2);
  // A look in the pane is not the case opened: its notification stays.
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: test.info().outputPath(`split-${colorScheme}.png`) });
  }
  const table = await boxOf(page.getByRole('main').getByRole('table').first());
  const side = await boxOf(pane);
  expect(table.x + table.width).toBeLessThanOrEqual(side.x);
  await pane.getByRole('link', { name: 'Open and sign' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign this report?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back to Worklist' }).click();
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(pane).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(1024);
});
