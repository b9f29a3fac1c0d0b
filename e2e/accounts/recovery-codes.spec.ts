import { expect, type Page, test } from '@playwright/test';
import { codeAt } from '../../apps/server/src/modules/accounts/second-factor/totp.ts';
import { signIn } from '../support/clinician.ts';
import { makeAccount, makeOrganisation } from '../support/own-account.ts';

const username = `reader-${Date.now()}`;
const password = 'Quiet-Reading-Room-9';
const stepMs = 30_000;

async function logIn(page: Page, withPassword: string): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email or Username').fill(username);
  await page.getByLabel(/^Password/).fill(withPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openAccount(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Account' }).click();
}

test('recovery codes are shown once, when the second factor is set up; each signs in once', async ({
  page,
}) => {
  test.slow();
  const oneTime = await makeAccount(await makeOrganisation(), {
    ...{ username, name: 'Test Reader', role: 'reader' },
  });
  await signIn(page);
  await page.goto('/dashboard');
  await logIn(page, oneTime);
  await page.getByLabel(/^New Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await openAccount(page);
  await page.getByRole('button', { name: 'Set up second factor' }).click();
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await page.getByLabel('Authenticator Code').fill(codeAt(Math.floor(Date.now() / stepMs), secret));
  await page.getByRole('button', { name: 'Turn on' }).click();

  const shown = page.getByRole('region', { name: 'Recovery codes' });
  await expect(shown.getByRole('heading', { name: 'Recovery codes' })).toBeFocused();
  await expect(page.getByText(/^On\. If you lose the app/)).toBeVisible();
  const codes = await shown.getByRole('listitem').allTextContents();
  expect(new Set(codes).size).toBe(10);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('second-read-recovery-codes.txt');
  await shown.getByRole('button', { name: 'I’ve saved these codes' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  for (const code of codes) await expect(page.getByText(code)).toHaveCount(0);

  await logIn(page, password);
  const field = page.getByLabel('Authenticator Code');
  await expect(page.getByText('Six digits, or one of your recovery codes.')).toBeVisible();
  await field.fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await openAccount(page);
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();

  await logIn(page, password);
  await field.fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('A recovery code works once.');
  await expect(page).toHaveURL('/login');
  await field.fill(codes[1] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await openAccount(page);
  await expect(page.getByText('8 recovery codes are left.')).toBeVisible();
});
