import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';

const samples = resolve(import.meta.dirname, '../../apps/web/public/samples');

/** Path of a sample picture, e.g. `breast/cesm_p188_r_dm_mlo.png`. */
export function samplePath(name: string): string {
  return resolve(samples, name);
}

/** Signs the demo account in, as the sign-in page of demo mode does by itself. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: 'Medical Image Analysis' })).toBeVisible();
}

/** On an analysis screen: enters the patient, uploads the file, analyses it and waits for the report. */
export async function analyse(page: Page, order: { patientId: string; file: string }): Promise<void> {
  await page.getByLabel('Patient ID (Required)').fill(order.patientId);
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(order.file);
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
}
