import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { chestSeries } from '../support/series.ts';

/** A folder from the desktop, as the browser gets it, once the screen takes one. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  await expect(page.getByText('Or drop a folder here, of up to 1,000 files.')).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  }
}

async function folderOf(files: readonly { name: string; bytes: Uint8Array }[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-folder-'));
  await mkdir(join(folder, 'DICOM', 'S1'), { recursive: true });
  for (const { name, bytes } of files) await writeFile(join(folder, 'DICOM', 'S1', name), bytes);
  return folder;
}

test('a dropped folder is walked, and files too large to send are named', async ({ page }) => {
  const folder = await folderOf(await chestSeries(3));
  try {
    await writeFile(join(folder, 'readme.txt'), 'A viewer for Windows.');
    await writeFile(join(folder, 'large.dcm'), '');
    await truncate(join(folder, 'large.dcm'), 130 * 1024 * 1024);
    await signIn(page);
    await page.goto('/lung-analysis');
    await dropFolder(page, folder);
    await expect(page.getByTestId('slice-place')).toHaveText('Slice 2 of 3');
    await expect(page.getByRole('status').filter({ hasText: '3 slices' })).toContainText(
      '1 other file holds no image.',
    );
    const note = page.getByRole('group').filter({ hasText: '1 file was skipped' });
    await expect(note).toContainText('large.dcm');
    await expect(note).toContainText('130 MB, larger than the upload limit of 128 MB');
    await page.getByLabel('Patient ID (Required)').fill('FOLDER-1');
    await page.getByRole('button', { name: 'Analyze exam' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      'Not read: 1 file was skipped: large.dcm (130 MB, larger than the upload limit of 128 MB).',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a folder of more than a thousand files is refused with the reason', async ({ page }) => {
  const bytes = new Uint8Array([1]);
  const folder = await folderOf(Array.from({ length: 1001 }, (_, at) => ({ name: `IM${at}`, bytes })));
  try {
    await signIn(page);
    await page.goto('/lung-analysis');
    await dropFolder(page, folder);
    await expect(page.getByText('More than 1,000 files were dropped.')).toBeVisible();
  } finally {
    await rm(folder, { recursive: true });
  }
});
