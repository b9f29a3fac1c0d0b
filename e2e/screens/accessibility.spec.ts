import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { openSample } from '../support/samples.ts';
import {
  complaintsOf,
  notFoundScreen,
  protectedScreens,
  publicScreens,
  type Screen,
} from '../support/screens.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** The rules that look at colors; what the others look at is the same in both themes. */
const ofColors = ['color-contrast', 'link-in-text-block'];

/** Axe violations on the current page, one line per element. */
async function objections(page: Page, where: string, rules?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  const { violations } = await (rules ? builder.withRules(rules) : builder.withTags(standards)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 120)} ${node.failureSummary ?? ''}`),
  );
}

/** Checks the page in both themes, and that at 390 pixels it scrolls in one direction only. */
async function inspect(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const rules = colorScheme === 'dark' ? ofColors : undefined;
    expect.soft(await objections(page, `${where} (${colorScheme})`, rules)).toEqual([]);
  }
  await page.setViewportSize(narrow);
  expect.soft(await page.evaluate(overhang), `${where}: wider than 390 pixels`).toEqual([]);
  await page.setViewportSize(wide);
}

/** The elements that make the page scroll sideways. */
function overhang(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map((element) => `${element.tagName}.${element.className}`)
    .slice(0, 5);
}

async function open(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path);
  await expect(page.locator('#root[data-mounted]')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

test('public screens pass axe in both themes, fit 390 pixels and log no error', async ({ page }) => {
  test.slow();
  const complaints = complaintsOf(page);
  for (const screen of publicScreens) {
    await open(page, screen);
    await inspect(page, screen.path);
  }
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Compare cases' }).click();
  await inspect(page, '/demo comparison');
  expect(complaints).toEqual([]);
  await open(page, notFoundScreen);
  await inspect(page, notFoundScreen.path);
});

test('signed-in screens pass axe in both themes, fit 390 pixels and log no error', async ({ page }) => {
  test.slow();
  const complaints = complaintsOf(page);
  await signIn(page);
  for (const screen of protectedScreens) {
    await open(page, screen);
    await inspect(page, screen.path);
  }
  const card = await openSample(page, { type: 'cervix', patientId: 'SAMPLE-CERVIX-1' });
  await card.getByRole('button', { name: 'Expand' }).click();
  await expect(card.getByRole('article', { name: 'Report' })).toBeVisible();
  await inspect(page, '/analysis-history open');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Medical Professional Login' })).toBeVisible();
  await inspect(page, '/login');
  expect(complaints).toEqual([]);
});

/** Whether an outline or a shadow marks the element, or the card whose whole face it is. */
function showsFocus(element: Element): boolean {
  const places = [element, element.closest('article')].filter((place) => place !== null);
  return places.some((place) => {
    const { outlineStyle, boxShadow } = getComputedStyle(place);
    const { outlineStyle: face } = getComputedStyle(place, '::after');
    return outlineStyle !== 'none' || boxShadow !== 'none' || face !== 'none';
  });
}

/** Presses Tab until the element has focus, and checks that the focus is visible. */
async function tabTo(page: Page, name: RegExp | string, role: 'button' | 'link' | 'textbox'): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect.poll(() => target.evaluate(showsFocus), `${name} shows its focus`).toBe(true);
      return;
    }
  }
  throw new Error(`Tab does not reach ${role} ${name}`);
}

test('the way from signing in to a report needs no mouse', async ({ page }) => {
  await signIn(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login to Demo' })).toBeVisible();
  await tabTo(page, 'Login to Demo', 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Medical Professional Login' })).toBeVisible();
  await tabTo(page, 'Sign in', 'button');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await tabTo(page, 'Lung CT Analysis', 'link');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lung-analysis');

  await tabTo(page, /Patient ID/, 'textbox');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('KEYS-1');
  await tabTo(page, /nodule|slice|sample/i, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Analyze Image' })).toBeEnabled();
  await tabTo(page, 'Analyze Image', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
  await tabTo(page, 'Download Report', 'button');
});

test('reduced motion is respected', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
          const seconds = (text: string) => Math.max(...text.split(',').map(Number.parseFloat));
          return (
            (animationName !== 'none' && seconds(animationDuration) > 0.01) ||
            seconds(transitionDuration) > 0.01
          );
        })
        .map((element) => `${element.tagName}.${element.className}`),
    );
  expect.soft(await moving()).toEqual([]);
  await page.getByRole('button', { name: 'Next step' }).click();
  const slide = page.locator('[aria-roledescription="slide"]:not([inert])');
  await expect(slide.getByRole('heading')).toHaveText('2 AI analysis');
  await expect(slide).toBeInViewport({ ratio: 0.5 });
  await signIn(page);
  await page.goto('/breast-analysis');
  await expect(page.getByRole('button', { name: 'Analyze Image' })).toBeVisible();
  expect.soft(await moving()).toEqual([]);
});
