import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath } from '../support/clinician.ts';
import { signInAs } from '../support/own-account.ts';
import { type RunningProduct, serveProduct } from '../support/serve-product.ts';

/** Steps of docs/handbook on a server as `npm start` runs it: the demo of its owner, and no account yet. */
test.describe.configure({ mode: 'serial' });

let dataDir: string;
let product: RunningProduct;
const password = 'a long sentence for this test';
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'second-read-handbook-'));
  product = await serveProduct('apps/server/dist/main.js', dataDir, { PUBLIC_DEMO: '0' });
});
test.afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const topic = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name, exact: true });

test('Administrator: sets up the organization by the printed link, adds people and changes a setting', async ({
  page,
}) => {
  const link = /http:\S+\/setup#\S+/.exec(product.printed())?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('Organization').fill('City Hospital');
  await page.getByLabel('Your name').fill('Head of IT');
  await page.getByLabel('E-mail').fill('head@city.example');
  await page.getByLabel('Username').fill('head');
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();

  await page.getByRole('button', { name: 'Create account' }).click();
  const form = page.getByRole('form', { name: 'New account' });
  await form.getByLabel('Name', { exact: false }).first().fill('Ann Auditor');
  await form.getByLabel('Username').fill('ann');
  await form.getByLabel('E-mail').fill('ann@city.example');
  await form.getByLabel('Role').selectOption('auditor');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('dialog', { name: 'One-time password' })).toBeVisible();
  await page.getByRole('button', { name: 'I have noted it' }).click();

  await topic(page, 'Retention').click();
  await page.getByLabel('Erase old reports and images').click();
  await expect(page.getByText(/^0 reports made before .* are erased within a day/)).toBeVisible();
  await page.goto(link);
  await page.getByLabel('Organization').fill('Another');
  await page.getByLabel('Your name').fill('Someone');
  await page.getByLabel('E-mail').fill('someone@city.example');
  await page.getByLabel('Username').fill('someone');
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await expect(page.getByRole('alert')).toContainText('the first administrator exists already');
});

test('Administrator: helps who cannot sign in; an auditor sees who saw what of a patient', async ({
  page,
}) => {
  await signInAs(page, { username: 'head', password }, product.origin);
  await page.waitForURL('**/dashboard');
  await page.goto(`${product.origin}/breast-analysis`);
  await analyse(page, { patientId: 'ACCESS-1', file: samplePath('breast/cesm_p188_r_dm_mlo.png') });
  await page.goto(`${product.origin}/administration`);
  await page.getByRole('button', { name: 'Reset the password of Ann Auditor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  const shown = page.getByRole('dialog', { name: 'One-time password' });
  const data = {
    ...{ username: 'ann', new_password: password },
    password: (await shown.locator('p[class*=password]').textContent()) ?? '',
  };
  await shown.getByRole('button', { name: 'I have noted it' }).click();
  expect((await page.request.post(`${product.origin}/api/accounts/password/`, { data })).ok()).toBe(true);
  await page.getByRole('button', { name: 'Logout' }).click();

  await signInAs(page, { username: 'ann', password }, product.origin);
  await page.waitForURL('**/dashboard');
  await page.goto(`${product.origin}/account`);
  await page.getByRole('link', { name: 'Audit Trail' }).click();
  await page.getByText('Access to a patient').click();
  await page.getByLabel('Patient ID', { exact: false }).fill('ACCESS-1');
  await page.getByRole('button', { name: 'Show access' }).click();
  const access = page.getByRole('region', { name: 'Access to the patient' });
  await expect(access).toContainText(/entries about 1 report/);
  const file = page.waitForEvent('download');
  await access.getByRole('button', { name: 'Download CSV' }).click();
  expect((await file).suggestedFilename()).toBe('patient-access.csv');
});

test('Reader and administrator: signs in the demo, marked as such, and resets it', async ({ page }) => {
  await page.goto(`${product.origin}/login`);
  await page.waitForURL('**/dashboard');
  await page.goto(`${product.origin}/breast-analysis`);
  await analyse(page, { patientId: 'DEMO-1', file: samplePath('breast/cesm_p188_r_dm_mlo.png') });
  await page.getByRole('link', { name: 'Open the stored report' }).click();
  await page.getByRole('button', { name: 'Start review' }).click();
  await expect(page.getByRole('button', { name: 'Sign report' })).toBeEnabled();
  await page.goto(`${product.origin}/account`);
  await page.getByRole('button', { name: 'Reset the demo' }).click();
  await expect(page.getByText('The demo was reset: 1 reviews dropped.')).toBeVisible();
});

test('the handbook opens from the ? menu at the page of the screen, and is searched', async ({ page }) => {
  await page.goto(`${product.origin}/login`);
  await page.waitForURL('**/dashboard');
  await page.goto(`${product.origin}/administration`);
  await expect(topic(page, 'People and roles')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('?');
  await page.getByRole('link', { name: /^Handbook/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Administrator' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the handbook' }).fill('back up night');
  await page.getByRole('link', { name: 'Back up every night' }).click();
  await expect(page.getByRole('heading', { name: 'Back up every night' })).toBeInViewport();
  for (const picture of await page.getByRole('article').getByRole('img').all())
    await expect(picture).toHaveJSProperty('complete', true);
});
