import { expect, type Page, test } from '@playwright/test';
import { signInToOwnAccount } from '../support/own-account.ts';

const names = [
  ...['People and roles', 'Organization', 'Reading', 'Alarms', 'Images and privacy', 'PACS', 'Retention'],
  'Letterhead',
];
const topics = (page: Page) => page.getByRole('navigation', { name: 'Topics' });

test('every setting is three clicks from the dashboard at most, on a screen of its topic, and is found by its words', async ({
  page,
}) => {
  test.slow();
  await signInToOwnAccount(page, 'administrator');
  await page.getByRole('link', { name: 'Administration' }).click();
  await expect(topics(page).getByRole('link')).toHaveText(names);
  for (const name of names) {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Administration' }).click();
    await topics(page).getByRole('link', { name, exact: true }).click();
    await expect(topics(page).getByRole('link', { name, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('webhook');
  await topics(page).getByRole('link').first().click();
  await expect(page.getByLabel('Webhook')).toBeVisible();
});
