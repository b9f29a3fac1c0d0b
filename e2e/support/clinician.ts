import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';

const samples = resolve(import.meta.dirname, '../../apps/web/public/samples');

/** Path of a sample picture, e.g. `breast/cesm_p188_r_dm_mlo.png`. */
export function samplePath(name: string): string {
  return resolve(samples, name);
}

/** Of demo mode: every server that the tests start has it. */
const demo = { username: 'demo', password: 'Demo-Reader-2026' };

/**
 * Gives the page a session of the demo account, without a screen: the test opens the first one. The screens
 * for signing in have tests of their own (`e2e/accounts`).
 */
export async function signIn(page: Page): Promise<void> {
  await fileUnderTyped(page);
  // An empty page at the server's address: its storage is written before a script of the product runs.
  const empty = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' };
  await page.route('**/empty', (route) => route.fulfill(empty), { times: 1 });
  await page.goto('/empty');
  const reply = await page.request.post(new URL('/api/accounts/login/', page.url()).href, { data: demo });
  const { access, refresh, user } = await reply.json();
  await page.evaluate(
    (items) => {
      for (const [key, text] of Object.entries(items)) localStorage.setItem(key, text);
    },
    { access, refresh, user: JSON.stringify(user), isAuthenticated: 'true' },
  );
}

/**
 * Files of a test name other patients than it types: each time it is asked, it says that the typed one is
 * right.
 */
export async function fileUnderTyped(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'The File Names Another Patient' });
  await page.addLocatorHandler(question, () => question.getByRole('button', { name: /^File under/ }).click());
}

/** On an analysis screen: enters the patient, uploads the file, analyses it and waits for the report. */
export async function analyse(page: Page, order: { patientId: string; file: string }): Promise<void> {
  await page.getByLabel('Patient ID (Required)').fill(order.patientId);
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(order.file);
  // Until the browser has read whom the file names, the server is what asks: with a 409, in the console.
  if (order.file.endsWith('.dcm')) await expect(page.getByTestId('viewer-stage')).toBeVisible();
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
}
