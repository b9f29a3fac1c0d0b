import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';

const password = 'Quiet-Reading-Room-9';

async function admin(...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR };
  const { stdout } = await promisify(execFile)('node', ['apps/server/dist/admin.js', ...words], { env });
  return stdout;
}

/** Makes an account in an organisation of its own, as an administrator does, and signs it in. */
export async function signInToOwnAccount(page: Page): Promise<void> {
  const username = `reader-${Date.now()}`;
  const organisation = `Clinic of ${username}`;
  await admin('organisation', 'create', organisation);
  const made = ['user', 'create', username, '--email', `${username}@clinic.example`, '--name', 'Test Reader'];
  const said = await admin(...made, '--organisation', organisation);
  const oneTime = /one-time password (\S+)/.exec(said)?.[1] ?? '';
  const data = { username, password: oneTime, new_password: password };
  await page.request.post('/api/accounts/password/', { data });
  await page.goto('/login');
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email or Username').fill(username);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}
