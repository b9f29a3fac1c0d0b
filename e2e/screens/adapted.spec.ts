import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';

const paths = ['/', '/dashboard', '/worklist', '/analysis-history', '/settings', '/breast-analysis'] as const;

/** Wider than the window: what a reader would have to scroll sideways for. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('with text of twice the size no screen is wider than the window', async ({ page }) => {
  await page.addInitScript({
    content: `addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; });`,
  });
  await signIn(page);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect.poll(() => overflow(page), path).toBeLessThanOrEqual(0);
  }
  await analyse(page, { patientId: 'LARGE', file: samplePath('breast/cesm_p188_r_dm_mlo.png') });
  await expect(page.getByRole('button', { name: 'Analyze another image' })).toBeInViewport();
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
});

test('with forced colors, buttons have edges, findings keep their colors, and axe has no objection', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page);
  await page.goto('/breast-analysis');
  await analyse(page, { patientId: 'FORCED', file: samplePath('breast/cesm_p276_l_dm_cc.png') });
  const found = page.getByRole('region', { name: 'Findings in the image' });
  await expect(found.getByRole('button', { name: 'Mass', exact: true })).toBeVisible();
  await page.getByTestId('viewer-stage').focus();
  await page.keyboard.press('o');
  await expect(page.locator('[data-finding="mass"]')).toHaveCount(1);
  const swatches = page
    .getByRole('region', { name: 'Findings in the image' })
    .getByRole('button', { name: 'Mass' });
  const colors = await swatches
    .first()
    .locator('span')
    .first()
    .evaluate((swatch) => {
      const { borderTopColor, forcedColorAdjust } = getComputedStyle(swatch);
      return [borderTopColor, forcedColorAdjust];
    });
  expect(colors).toEqual(['rgb(46, 204, 113)', 'none']);
  const edge = await page
    .getByRole('button', { name: 'Download Report' })
    .evaluate((button) => Number.parseFloat(getComputedStyle(button).borderTopWidth));
  expect(edge).toBeGreaterThan(0);
  const { violations } = await new AxeBuilder({ page }).disableRules(['color-contrast']).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('with reduced motion nothing moves longer than a moment', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter((each) => Number(each.effect?.getComputedTiming().duration ?? 0) > 10)
          .map((each) => (each.effect instanceof KeyframeEffect ? each.effect.target?.className : '')),
      );
    await expect.poll(moving, path).toEqual([]);
  }
});
