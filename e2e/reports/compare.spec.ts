import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { complaintsOf } from '../support/screens.ts';
import { boxOf, readoutOf, settledZoomOf, stageOf, zoomOf } from '../support/stage.ts';

const pane = (page: Page, name: 'Current' | 'Prior') =>
  page.getByRole('region', { name: new RegExp(`^${name}, `) });
const priors = (page: Page) => page.getByRole('button', { name: 'Compare with prior' });

/** Two reports of one patient, the second on screen. */
async function readTwice(page: Page): Promise<string> {
  const patientId = `Twice-${Date.now()}`;
  await page.goto('/lung-analysis');
  await analyse(page, { patientId, file: samplePath('lung/nodule_0134_n0_s01.png') });
  await page.getByRole('button', { name: 'Analyze another image' }).click();
  await analyse(page, { patientId, file: samplePath('lung/nodule_0217_n0_s03.png') });
  return patientId;
}

test('a fresh report beside an earlier one of the patient: zoom and pan linked, unlinked, and left again', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const complaints = complaintsOf(page);
  await signIn(page);
  const patientId = await readTwice(page);
  // With the keyboard only.
  await priors(page).focus();
  await page.keyboard.press('Enter');
  const prior = page.getByRole('menuitem', { name: /Analyzed by / });
  await expect(prior).toHaveCount(1);
  await expect(prior).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/analysis\/lung-[0-9a-f-]+\?prior=lung-/);
  await expect(pane(page, 'Current')).toBeVisible();
  await expect(page.getByText(patientId)).toBeVisible();
  const [current, earlier] = [pane(page, 'Current'), pane(page, 'Prior')];
  // The images have the height of the window until the reports are asked for.
  await expect.poll(async () => (await boxOf(stageOf(current))).height).toBeGreaterThan(0.6 * 900);
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  for (const each of [current, earlier]) {
    await expect(readoutOf(each)).toBeVisible();
    await expect(each.locator('time')).toHaveText(/\d{4}/);
    await expect(each.getByRole('article', { name: 'Report' })).toContainText('Nodule');
  }
  const [left, right] = [await boxOf(stageOf(current)), await boxOf(stageOf(earlier))];
  expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  expect(right.y).toBeCloseTo(left.y, 0);

  const whole = await settledZoomOf(earlier);
  await stageOf(current).press('+');
  // Both figures are rounded to whole percents.
  await expect.poll(async () => Math.abs((await zoomOf(earlier)) - whole * 1.25)).toBeLessThan(2);
  await stageOf(earlier).press('+');
  await expect.poll(() => zoomOf(current)).toBeGreaterThan(whole * 1.5);
  const link = page.getByRole('button', { name: 'Link zoom and pan' });
  await expect(link).toHaveAttribute('aria-pressed', 'true');
  await link.click();
  await expect(link).toHaveAttribute('aria-pressed', 'false');
  const alone = await settledZoomOf(current);
  await stageOf(earlier).press('+');
  await expect.poll(() => zoomOf(earlier)).toBeGreaterThan(alone);
  await expect.poll(() => zoomOf(current)).toBe(alone);
  await link.click();
  await stageOf(current).press('r');
  await expect.poll(() => zoomOf(current)).toBe(whole);
  await expect.poll(() => zoomOf(earlier)).toBe(whole);

  await earlier.getByRole('button', { name: 'Show all' }).click();
  await expect(stageOf(earlier).locator('[data-finding]').first()).toBeVisible();
  await expect(stageOf(current).locator('[data-finding]')).toHaveCount(0);

  // Escape closes the help first, then the comparison.
  await stageOf(current).press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Compare with prior' })).toBeVisible();
  await stageOf(current).press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Analysis Details' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Close comparison' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analysis Details' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('from the history, stacked on a narrow screen, without a complaint of axe', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page);
  const patientId = await readTwice(page);
  await page.goto(`/analysis-history?type=lung&q=${patientId}`);
  const cards = page.getByRole('article', { name: /^Report lung-/ });
  await cards.last().getByRole('button', { name: 'Expand' }).click();
  await priors(page).click();
  await expect(page.getByRole('menu')).toContainText('No earlier report of this patient.');
  await page.keyboard.press('Escape');
  await cards.last().getByRole('button', { name: 'Hide' }).click();
  await cards.first().getByRole('button', { name: 'Expand' }).click();
  await priors(page).click();
  await page.getByRole('menuitem', { name: /Analyzed by / }).click();
  await expect(readoutOf(pane(page, 'Prior'))).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const [above, below] = [
    await boxOf(stageOf(pane(page, 'Current'))),
    await boxOf(stageOf(pane(page, 'Prior'))),
  ];
  expect(below.y).toBeGreaterThan(above.y + above.height);
  expect(below.x + below.width).toBeLessThanOrEqual(390);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
    expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 100)}`)).toEqual([]);
  }
});

test('two reports that do not belong together are not compared', async ({ page }) => {
  await signIn(page);
  await page.goto('/lung-analysis');
  await analyse(page, { patientId: `One-${Date.now()}`, file: samplePath('lung/nodule_0134_n0_s01.png') });
  await page.getByRole('link', { name: 'Open the stored report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analysis Details' })).toBeVisible();
  const { pathname } = new URL(page.url());
  await page.goto(`${pathname}?prior=${pathname.split('/').at(-1)}`);
  await expect(page.getByRole('alert')).toContainText('These reports are not of the same patient and kind.');
  await page.goto(`${pathname}?prior=lung-unknown`);
  await expect(page.getByRole('alert')).toContainText('One of the two reports could not be loaded.');
  await page.getByRole('link', { name: 'Back to the report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analysis Details' })).toBeVisible();
});
