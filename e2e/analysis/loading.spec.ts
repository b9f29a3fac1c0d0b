import { expect, test } from '@playwright/test';
import { signInToOwnAccount } from '../support/own-account.ts';

/** Screens whose content comes from the server, with what is said while it is on its way. */
const screens = [
  ['/worklist', 'Loading the worklist…'],
  ['/analysis-history', 'Loading...'],
  ['/analysis/none-such', 'Loading analysis'],
  ['/verify/ABCD-ABCD-ABCD-ABCD', 'Looking the code up…'],
] as const;

test('screens whose replies are late show what will be there, not a spinner', async ({ page }) => {
  test.slow();
  await signInToOwnAccount(page, 'administrator');
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue().catch(() => undefined);
  });
  for (const [path, words] of screens) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words).first(), path).toBeAttached();
    await expect(page.locator('[data-skeleton]').first(), path).toBeVisible();
    await expect(page.locator('.mantine-Loader-root'), path).toHaveCount(0);
  }
});
