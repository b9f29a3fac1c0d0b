import { expect, type Page, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';
import { complaintsOf } from '../support/screens.ts';
import { readoutOf } from '../support/stage.ts';

/** Breaches of the content security policy, which the page itself is told of. */
async function watchBreaches(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const breaches: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      breaches.push(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
    Object.assign(window, { breaches });
  });
  return () => page.evaluate(() => Reflect.get(window, 'breaches'));
}

test('the whole way to a report, DICOM, dialogs and PDF included, stays within a policy without unsafe-inline', async ({
  page,
}) => {
  test.slow();
  const complaints = complaintsOf(page);
  const breaches = await watchBreaches(page);
  await signIn(page);
  const { headers } = await page.request
    .get('/breast-analysis')
    .then((reply) => ({ headers: reply.headers() }));
  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
  expect(headers['content-security-policy']).not.toContain('unsafe-eval ');

  await page.goto('/lung-analysis');
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(samplePath('lung/ct_a0002_08.dcm'));
  // Until the file is read here only the server knows whose it is; its refusal would count as a complaint.
  await expect(readoutOf(page)).toBeVisible();
  await page.getByLabel('Patient ID (Required)').fill(' ');
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  const modal = page.getByRole('dialog', { name: 'Patient ID Required' });
  await expect(modal).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY))
    .toBe('hidden');
  await modal.getByRole('button', { name: 'OK' }).click();
  await expect(modal).toBeHidden();
  await page.getByLabel('Patient ID (Required)').fill('POLICY-1');
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
  const view = page.getByLabel('Change View');
  const views = await view
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
  expect(views.length).toBeGreaterThan(1);
  for (const value of views) await view.selectOption(value);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Report' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  await expect.poll(() => breaches()).toEqual([]);
  expect(complaints).toEqual([]);
});

test('an idle user is signed out, and finds the work again after signing in', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await page.goto('/breast-analysis');
  const patient = page.getByLabel('Patient ID (Required)');
  await patient.fill('LEFT-1');
  await page.clock.fastForward(14 * 60_000 + 5_000);
  await expect(page.getByRole('heading', { name: 'Are you still there?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('heading', { name: 'Are you still there?' })).toBeHidden();

  await page.clock.fastForward(15 * 60_000 + 5_000);
  await expect(page.getByText('You were signed out after a period of inactivity.')).toBeVisible();
  await expect(patient).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access'))).toBeNull();
  await page.getByLabel('Email or Username').fill('demo');
  await page.getByLabel(/^Password/).fill('Demo-Reader-2026');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(patient).toHaveValue('LEFT-1');
});

test('the account screen shows the session and that the demo account has no second factor', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByText('This session')).toBeVisible();
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
  await expect(page.getByText(/it has no second factor/)).toBeVisible();
  await page.getByRole('link', { name: 'Audit Trail', exact: true }).click();
  await page.getByLabel('Kind').selectOption('Sign-ins');
  await expect(page.getByText('Signed in').first()).toBeVisible();
});
