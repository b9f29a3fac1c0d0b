import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { reportIds } from './report-ids.ts';

/** A whole chest CT of the patient of two samples (Lung-PET-CT-Dx, CC BY 4.0; too large to be shipped). */
const chestFolder = resolve(import.meta.dirname, '../../../shared/datasets/lung/petct_dx/images');
const chest = existsSync(chestFolder) ? readdirSync(chestFolder).map((name) => join(chestFolder, name)) : [];

export const hasChestExam = chest.length > 0;

/** The exam that was read before, else a new one, in three planes; on a phone one of them. */
export async function showExam(page: Page): Promise<void> {
  await page.goto('/lung-analysis');
  const query = '/api/lung_segmentation/my-reports/?q=CHEST-1';
  if ((await reportIds(page, query)).length === 0) await readChest(page);
  const [id] = await reportIds(page, query);
  await page.goto(`/analysis/${id}`);
  const viewer = page.getByRole('region', { name: 'Images of the exam' });
  const planes = viewer.getByRole('radiogroup', { name: 'Plane' });
  const { width } = page.viewportSize() ?? { width: 0 };
  const isPhone = width < 768;
  await planes.getByText(isPhone ? 'Coronal' : 'Three planes', { exact: true }).click();
  await viewer.getByTestId('plane-coronal').waitFor();
  if (isPhone) await viewer.getByRole('button', { name: /^Findings/ }).click();
  await (isPhone ? page.getByRole('dialog') : viewer).getByRole('button', { name: /^Mass/ }).click();
  if (width < 1200)
    await planes.evaluate((element) =>
      window.scrollTo(0, element.getBoundingClientRect().top + scrollY - 80),
    );
}

async function readChest(page: Page): Promise<void> {
  await page.getByLabel('Patient ID (Required)').fill('CHEST-1');
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(chest);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await panel.getByText('the report is ready').waitFor({ timeout: 600_000 });
}
