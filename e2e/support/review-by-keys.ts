import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { enter, tabTo } from './keyboard.ts';

/** In both themes; on a phone nothing is wider than the screen. */
export async function inspect(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect.soft(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** In the theme and width of the window as it is. */
export async function inspectHere(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('main').analyze();
  expect.soft(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  const { width } = page.viewportSize() ?? { width: 0 };
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

/** From the worklist to the review of its first report. */
export async function beginReview(page: Page) {
  await page.goto('/worklist');
  const row = page.getByRole('main').locator('tbody tr').first();
  await expect(row).toBeVisible();
  await page.keyboard.press('j');
  await expect(row).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Enter');
  await enter(page, page.getByRole('button', { name: 'Start review' }));
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review.getByText('By you')).toBeVisible();
  return review;
}

/** Rejects a finding by keys alone. @param reason as the menu has it */
export async function rejectByKeys(page: Page, button: Locator, reason: string): Promise<void> {
  await enter(page, button);
  const item = page.getByRole('menuitem', { name: reason });
  await expect(item).toBeVisible();
  while (!(await item.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Writes an impression, signs by keys alone, and sees the report in its new state. */
export async function writeAndSign(page: Page, words: string, state = 'Signed'): Promise<void> {
  const review = page.getByRole('region', { name: 'Review' });
  await tabTo(page, review.getByRole('textbox', { name: 'Impression' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(words);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article', { name: 'Report' })).toContainText(words);
  await expect(review.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign this report?' });
  await expect(dialog).toContainText(/\d+ undecided/);
  // The dialog opens on what is left to confirm, else on the button.
  const remaining = dialog.getByRole('checkbox', { name: /^Accept all remaining/ });
  if ((await remaining.count()) > 0) {
    await expect(remaining).toBeFocused();
    await page.keyboard.press(' ');
  }
  await enter(page, dialog.getByRole('button', { name: 'Sign', exact: true }));
  await expect(review.getByText(state, { exact: true })).toBeVisible();
  await expect(review.getByRole('link')).toHaveText(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/);
}
