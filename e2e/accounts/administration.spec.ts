import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { analyse, samplePath } from '../support/clinician.ts';
import { signInFirst, signInToOwnAccount } from '../support/own-account.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Accessible in both themes; on a phone nothing is wider than the screen. */
async function inspect(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
    expect.soft(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Creates an account on the screen and returns its one-time password. */
async function createAccount(page: Page, username: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Create account' }).click();
  const form = page.getByRole('form', { name: 'New account' });
  await form.getByLabel('Name', { exact: false }).first().fill('Tess Technician');
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('E-mail').fill(`${username}@clinic.example`);
  await form.getByLabel('Role').selectOption(role);
  await form.getByRole('button', { name: 'Create account' }).click();
  const dialog = page.getByRole('dialog', { name: 'One-time password' });
  const oneTime = await dialog.getByText(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/).textContent();
  await dialog.getByRole('button', { name: 'I have noted it' }).click();
  await expect(dialog).toBeHidden();
  return oneTime ?? '';
}

async function signedIn(browser: Browser, username: string, oneTime: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })).newPage();
  await signInFirst(page, username, oneTime);
  return page;
}

/** A call as the signed-in browser would make it. */
async function call(page: Page, method: 'GET' | 'POST', url: string, data?: object) {
  const access = await page.evaluate(() => localStorage.getItem('access'));
  const headers = { authorization: `Bearer ${access}`, 'if-match': '"1.0"' };
  const reply = await page.request.fetch(url, { method, headers, ...(data && { data }) });
  return { status: reply.status(), body: await reply.json() };
}

test('an administrator creates a technician, who uploads and cannot sign; a module is switched off', async ({
  page,
  browser,
}) => {
  test.slow();
  await signInToOwnAccount(page, 'administrator');
  await page.getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible();
  await expect(page.getByLabel('Role of Test Reader')).toBeDisabled();
  await inspect(page);
  const username = `tess-${Date.now()}`;
  const tess = await signedIn(browser, username, await createAccount(page, username, 'technician'));

  await expect(tess.getByRole('link', { name: 'Administration' })).toHaveCount(0);
  await tess.goto('/breast-analysis');
  await analyse(tess, { patientId: 'T-1', file: samplePath('breast/cesm_p188_r_dm_mlo.png') });
  const own = await call(tess, 'GET', '/api/breast_segmentation/my-reports/');
  const id: string = own.body.results[0].id;
  await tess.goto(`/analysis/${id}`);
  await expect(tess.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(tess.getByText('Preliminary').first()).toBeVisible();
  await expect(tess.getByRole('button', { name: /review|sign/i })).toHaveCount(0);
  for (const step of ['reviews', 'sign', 'withdraw'])
    expect(await call(tess, 'POST', `/api/reports/${id}/${step}/`, {})).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  await tess.goto('/analysis-history');
  await expect(tess.getByRole('option', { name: 'All Reports' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Organization', exact: true }).click();
  await page.getByRole('button', { name: 'Switch off Lung CT Analysis' }).click();
  await page.getByLabel('Reason').fill('The scanner is being replaced.');
  await page.getByRole('button', { name: 'Switch off', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Switch on Lung CT Analysis' })).toBeVisible();
  await tess.goto('/dashboard');
  await expect(tess.getByText('Switched off: The scanner is being replaced.')).toBeVisible();
  await inspect(tess);
  await tess.goto('/lung-analysis');
  await expect(tess.getByText(/switched off in your organization: The scanner/)).toBeVisible();
  await expect(tess.getByLabel('Upload Image', { exact: true })).toBeDisabled();
  const refused = await call(tess, 'POST', '/api/lung_segmentation/batches/', {
    patient_id: 'T-1',
    slices: 2,
  });
  expect(refused).toMatchObject({ status: 403, body: { code: 'module_disabled' } });
  await page.getByRole('button', { name: 'Switch on Lung CT Analysis' }).click();
  await tess.goto('/lung-analysis');
  await expect(tess.getByLabel('Upload Image', { exact: true })).toBeEnabled();

  await page.getByRole('link', { name: 'People and roles' }).click();
  await page.getByLabel('Role of Tess Technician').selectOption('auditor');
  await expect(page.getByText('Tess Technician is Auditor now.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Tess Technician is Technician now.')).toBeVisible();
  await page.getByRole('button', { name: 'Disable Tess Technician' }).click();
  await expect(page.getByText('is signed out and cannot sign in')).toBeVisible();
  await tess.goto('/analysis-history');
  await tess.waitForURL('**/login');
  await tess.context().close();
});

test('an administrator sets target times, alarms and how a module is read, and sees what a budget costs', async ({
  page,
}) => {
  await signInToOwnAccount(page, 'administrator');
  await page.getByRole('link', { name: 'Administration' }).click();
  const topic = (name: string) =>
    page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name });
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('target times');
  await topic('Target times of the worklist').click();
  const times = page.getByRole('region', { name: 'Target times of the worklist' });
  await times.getByLabel('With a finding').fill('0.25');
  await times.getByRole('button', { name: 'Save' }).click();
  await expect(times.getByRole('alert')).toContainText('The more urgent, the sooner');
  await times.getByLabel('Urgent').fill('0.2');
  await times.getByRole('button', { name: 'Save' }).click();
  await expect(times.getByText('Saved.')).toBeVisible();
  await topic('Alarms').click();
  const alarms = page.getByRole('region', { name: 'Alarms' });
  const budget = alarms.getByLabel(/False alarms accepted per 100 images without hemorrhage/);
  const without = alarms.getByText('No budget: all urgent results notify.');
  await expect(without).toHaveCount(3);
  await budget.fill('2');
  await expect(alarms.getByText(/sensitivity \d+ % \(\d+ % to \d+ %\).* raise no alarm/)).toBeVisible();
  await expect(without).toHaveCount(2);
  await alarms.getByLabel('E-mail addresses, one per line').fill('ward@clinic.example\nnobody');
  await alarms.getByRole('button', { name: 'Save' }).click();
  await expect(alarms.getByRole('alert')).toContainText('Not saved.');
  await alarms.getByLabel('E-mail addresses, one per line').fill('ward@clinic.example');
  await alarms.getByLabel('Webhook').fill('https://pager.clinic.example/alarms');
  await alarms.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(alarms.getByText('Saved', { exact: true })).toBeVisible();

  await topic('Reading').click();
  const reading = page.getByRole('region', { name: 'Reading first and by two readers' });
  const first = reading.getByLabel(/^Read first: Lung/);
  await first.selectOption({ label: 'Always: an opinion comes first' });
  await expect(reading.getByText(/results of new reports are hidden until an opinion/)).toBeVisible();
  const twice = reading.getByLabel(/: two readers/).first();
  await twice.click();
  await expect(twice).toBeChecked();
  await reading.getByRole('button', { name: 'Save' }).click();
  await expect(reading.getByRole('button', { name: 'Save' })).toBeHidden();
  await inspect(page);
  await page.reload();
  await expect(times.getByLabel('With a finding')).toHaveValue('0.25 h');
  await expect(times.getByLabel('Urgent')).toHaveValue('0.2 h');
  await expect(first).toHaveValue('always');
  await expect(twice).toBeChecked();
  await topic('Alarms').click();
  await expect(alarms.getByText('too few to measure a rate of false alarms')).toBeVisible();
  await expect(budget).toHaveValue('2');
  await expect(alarms.getByLabel('E-mail addresses, one per line')).toHaveValue('ward@clinic.example');
  await expect(alarms.getByLabel('Webhook')).toHaveValue('https://pager.clinic.example/alarms');
  await page.screenshot({ path: test.info().outputPath('administration-settings.png'), fullPage: true });
});
