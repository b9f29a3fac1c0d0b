import { expect, type Page, test } from '@playwright/test';

const flag = (page: Page) => page.evaluate(() => localStorage.getItem('isAuthenticated'));
const banner = (page: Page) =>
  page.getByRole('banner').getByText('Sample data only. Do not enter real patient data.');

/** Notes what the form reads and whether its fields take input, each time either changes. */
async function watchForm(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const form = document.querySelector('form');
    if (!form) throw new Error('no form');
    const seen: string[] = [];
    const note = () => {
      const fields = [...form.querySelectorAll('input')];
      const state = fields.every((field) => field.disabled) ? 'closed' : 'open';
      const words = form.querySelector('[type=submit]')?.textContent ?? '';
      if (seen.at(-1) !== `${words} ${state}`) seen.push(`${words} ${state}`);
    };
    note();
    new MutationObserver(note).observe(form, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    Object.assign(window, { seenStates: seen });
  });
  return () => page.evaluate(() => Reflect.get(window, 'seenStates'));
}

test('the demo signs in automatically, and not again after a logout until a reload', async ({ page }) => {
  await page.goto('/analysis-history?scope=all');
  await expect(page.getByRole('heading', { name: 'Analysis History' })).toBeVisible();
  await expect(page).toHaveURL('/analysis-history?scope=all');
  await expect(banner(page)).toBeVisible();
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored).toMatchObject({ isAuthenticated: 'true' });
  expect(stored.access).toMatch(/^ey/);
  expect(stored.refresh?.length).toBeGreaterThan(20);
  expect(JSON.parse(stored.user ?? '')).toMatchObject({ username: 'demo' });

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  // The session ends once the landing page stands.
  const left = () => page.evaluate(() => Object.keys(localStorage));
  for (const key of ['access', 'refresh', 'user', 'isAuthenticated']) {
    await expect.poll(left).not.toContain(key);
  }

  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Medical Professional Login' })).toBeVisible();
  await expect(page.getByLabel('Email or Username')).toHaveValue('demo');
  await expect(page.getByLabel(/^Password/)).not.toHaveValue('');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Brain CT Analysis' }).first()).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => flag(page)).toBeNull();

  await page.reload();
  await page.waitForURL('**/dashboard');
  await expect.poll(() => flag(page)).toBe('true');
});

test('the sign-in form requires both fields, is closed while busy and shows what the server says', async ({
  page,
}) => {
  await page.goto('/login');
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Login', exact: true }).click();

  const user = page.getByLabel('Email or Username');
  const password = page.getByLabel(/^Password/);
  const submit = page.getByRole('button', { name: 'Sign in' });
  await expect(page.getByText('Unauthorized access is prohibited.')).toBeVisible();
  await user.fill('');
  await submit.click();
  await expect.poll(() => user.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
  await user.fill('demo@secondread.example');
  await password.fill('');
  await submit.click();
  await expect
    .poll(() => password.evaluate((field: HTMLInputElement) => field.validity.valueMissing))
    .toBe(true);
  await expect(page).toHaveURL('/login');

  await password.fill('wrong');
  const states = await watchForm(page);
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email, username or password.');
  await expect.poll(() => states()).toEqual(['Sign in open', 'Signing in... closed', 'Sign in open']);

  await password.fill('Demo-Reader-2026');
  await password.press('Enter');
  await page.waitForURL('**/dashboard');
});
