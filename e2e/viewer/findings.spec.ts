import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { complaintsOf } from '../support/screens.ts';
import { boxOf, readoutOf, settledZoomOf, stageOf, zoomOf } from '../support/stage.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Findings in the image' });
const toggle = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const drawn = (page: Page, type: string) => stageOf(page).locator(`[data-finding="${type}"]`);
const report = (page: Page) => page.getByRole('article', { name: 'Report' });

/** Distance of a drawn finding's middle from the middle of the stage, in CSS pixels. */
async function offCentre(page: Page, type: string): Promise<number> {
  const [finding, stage] = [await boxOf(drawn(page, type)), await boxOf(stageOf(page))];
  return Math.hypot(finding.middle.x - stage.middle.x, finding.middle.y - stage.middle.y);
}

test('findings are drawn over the picture when asked for, as outline, filling or both, and fade', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await page.goto('/breast-analysis');
  await expect(bar(page)).toHaveCount(0);
  await analyse(page, { patientId: `Marks-${Date.now()}`, file: samplePath('breast/cesm_p276_l_dm_cc.png') });
  await expect(toggle(page, 'Mass')).toHaveAttribute('aria-pressed', 'false');
  await expect(stageOf(page).locator('[data-finding]')).toHaveCount(0);
  await page.getByLabel('Change View').selectOption('Input Image');

  // By the keyboard: from the toggle of the mass to the one that centres it, and on to the tissue.
  await toggle(page, 'Mass').focus();
  await page.keyboard.press('Space');
  await expect(toggle(page, 'Mass')).toHaveAttribute('aria-pressed', 'true');
  await expect(drawn(page, 'mass').locator('path')).toHaveCount(3);
  await page.keyboard.press('Tab');
  await expect(toggle(page, 'Center Mass')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toggle(page, 'Breast Tissue')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawn(page, 'breast tissue')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(drawn(page, 'breast tissue')).toHaveCount(0);

  // They fade while the mouse rests over the picture: the reader looks at the tissue beneath.
  const faded = () => drawn(page, 'mass').evaluate((at) => getComputedStyle(at.closest('svg') ?? at).opacity);
  await stageOf(page).hover();
  await expect.poll(faded).toBe('0.25');
  await page.mouse.move(5, 5);
  await expect.poll(faded).toBe('1');

  const fill = drawn(page, 'mass').locator('path[fill="#2ECC71"]');
  const line = drawn(page, 'mass').locator('path[stroke="#2ECC71"]');
  await bar(page).getByRole('radio', { name: 'Outline' }).check();
  await expect(fill).toHaveCount(0);
  await expect(line).toHaveCount(1);
  await bar(page).getByRole('radio', { name: 'Fill' }).check();
  await expect(fill).toHaveCount(1);
  await expect(line).toHaveCount(0);
  const opacity = bar(page).getByRole('slider', { name: 'Findings opacity' });
  await opacity.fill('0.75');
  await expect(fill).toHaveAttribute('fill-opacity', '0.75');
  await opacity.fill('0');
  await expect(fill).toHaveAttribute('fill-opacity', '0');
  await stageOf(page).press('g');
  await expect(stageOf(page).locator('[data-finding]')).toHaveCount(2);
  await stageOf(page).press('g');
  await expect(stageOf(page).locator('[data-finding]')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a finding is centred from its card and from the list, and told under the pointer', async ({ page }) => {
  await signIn(page);
  await page.goto('/breast-analysis');
  await analyse(page, {
    patientId: `Marks-${Date.now()}`,
    file: samplePath('breast/cesm_p276_l_dm_cc.png'),
  });
  await page.getByLabel('Change View').selectOption('Input Image');
  const whole = await settledZoomOf(page);
  await report(page).getByRole('button', { name: 'Center Mass in the image' }).click();
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(whole);
  await expect.poll(() => offCentre(page, 'mass')).toBeLessThan(3);
  await expect(bar(page).getByText(/^Mass.* is in the middle of the image\.$/)).toHaveCount(1);

  const { middle } = await boxOf(stageOf(page));
  await page.mouse.move(middle.x, middle.y, { steps: 2 });
  await expect(page.getByRole('tooltip')).toContainText('Mass');
  await page.mouse.move(middle.x, 10);
  await expect(page.getByRole('tooltip')).toHaveCount(0);

  await stageOf(page).press('r');
  await expect.poll(() => zoomOf(page)).toBe(whole);
  await stageOf(page).press('t');
  await toggle(page, 'Center Mass').click();
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(whole);
  await expect.poll(() => offCentre(page, 'mass')).toBeLessThan(3);
});

test('a head CT, which has no views to change, shows its findings over the picture; all is reachable at 390 px', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/brain-analysis');
  await analyse(page, {
    patientId: `Marks-${Date.now()}`,
    file: samplePath('brain-ct/ct_intraventricular_080_22.png'),
  });
  await expect(page.getByLabel('Change View')).toHaveCount(0);
  await expect(readoutOf(page)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Show all' }).click();
  await expect(drawn(page, 'ventricles')).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  // One row, pushed sideways to what lies beyond the edge.
  const controls = bar(page).locator('button, label');
  for (const box of await controls.evaluateAll((all) =>
    all.map((each) => {
      each.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return each.getBoundingClientRect().toJSON();
    }),
  )) {
    expect.soft(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    expect.soft(box.right).toBeLessThanOrEqual(390);
  }
  const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
    expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 100)}`)).toEqual([]);
  }
});

test('a label map that fails to load leaves the picture, says so, and can be retried', async ({ page }) => {
  await signIn(page);
  let isBroken = true;
  await page.route('**/*-labels.png?*', (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto('/breast-analysis');
  await analyse(page, { patientId: `Marks-${Date.now()}`, file: samplePath('breast/cesm_p276_l_dm_cc.png') });
  await expect(bar(page).getByRole('alert')).toContainText('The findings could not be drawn.');
  await expect(report(page)).toContainText('BI-RADS');
  isBroken = false;
  await bar(page).getByRole('button', { name: 'Retry' }).click();
  await expect(toggle(page, 'Mass')).toBeVisible();
});
