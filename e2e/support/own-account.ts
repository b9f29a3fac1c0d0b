import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { fileUnderTyped } from './clinician.ts';

export const password = 'Quiet-Reading-Room-9';

/** `npm run admin` on the data of the tests' server, or of another. */
async function admin(words: readonly string[], dataDir = process.env.E2E_DATA_DIR): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)('node', ['apps/server/dist/admin.js', ...words], { env });
  return stdout;
}

/** Makes an account in an organisation, as an administrator does; gives its one-time password. */
export async function makeAccount(
  organisation: string,
  { username, name, role }: { username: string; name: string; role: string },
  dataDir?: string,
): Promise<string> {
  const made = ['user', 'create', username, '--email', `${username}@clinic.example`, '--name', name];
  const said = await admin([...made, '--organisation', organisation, '--role', role], dataDir);
  return /one-time password (\S+)/.exec(said)?.[1] ?? '';
}

/** Makes an organisation, as an administrator does; gives its name. */
export async function makeOrganisation(dataDir?: string): Promise<string> {
  const organisation = `Clinic ${Date.now()}`;
  await admin(['organisation', 'create', organisation], dataDir);
  return organisation;
}

/** Makes an account in an organisation, as an administrator does, and signs it in. */
export async function signInToNewAccount(
  page: Page,
  organisation: string,
  { name, role = 'reader' }: { name: string; role?: string },
): Promise<void> {
  const username = `reader-${Date.now()}`;
  await signInFirst(page, username, await makeAccount(organisation, { username, name, role }));
}

/** Signs in an account that is alone in its organisation. */
export async function signInToOwnAccount(page: Page, role = 'reader'): Promise<void> {
  await signInToNewAccount(page, await makeOrganisation(), { name: 'Test Reader', role });
}

/** Exchanges a one-time password and signs in on the screen, in place of the demo account. */
export async function signInFirst(page: Page, username: string, oneTime: string): Promise<void> {
  await fileUnderTyped(page);
  const data = { username, password: oneTime, new_password: password };
  await page.request.post('/api/accounts/password/', { data });
  await signInAs(page, { username, password });
  await page.waitForURL('**/dashboard');
}

/** Signs the demo account out and sends the sign-in form; `at`: address of another server than the tests'. */
export async function signInAs(
  page: Page,
  account: { readonly username: string; readonly password: string },
  at = '',
): Promise<void> {
  await page.goto(`${at}/login`);
  // Where another account was used and left, the demo is not signed in by itself.
  const isForm = await page.evaluate(
    () =>
      localStorage.getItem('hasOwnAccount') !== null && localStorage.getItem('isAuthenticated') !== 'true',
  );
  if (!isForm) {
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  }
  await page.getByLabel('Email or Username').fill(account.username);
  await page.getByLabel(/^Password/).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
