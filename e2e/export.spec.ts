import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { analyse, samplePath, signIn } from './clinician.ts';
import { pdfText } from './pdf-text.ts';
import { openSample } from './samples.ts';

/** Chooses a form from the menu; tells the file's name and bytes. */
async function exported(page: Page, form: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: new RegExp(`^${form}`) }).click(),
  ]);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeEnabled();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The document of an Encapsulated PDF, opened. */
async function textOfEncapsulated(dicom: Buffer): Promise<string> {
  const path = test.info().outputPath('encapsulated.pdf');
  await writeFile(path, dicom.subarray(dicom.indexOf('%PDF-'), dicom.lastIndexOf('%%EOF') + 5));
  return (await pdfText(path)).join(' ');
}

const sopClasses = [
  ['Structured report', 'sr', '1.2.840.10008.5.1.4.1.1.88.34'],
  ['Mammography CAD', 'cad-sr', '1.2.840.10008.5.1.4.1.1.88.50'],
  ['Segmentation', 'seg', '1.2.840.10008.5.1.4.1.1.66.4'],
  ['Secondary capture', 'sc', '1.2.840.10008.5.1.4.1.1.7'],
  ['Picture as read', 'picture', '1.2.840.10008.5.1.4.1.1.7'],
  ['Encapsulated PDF', 'pdf', '1.2.840.10008.5.1.4.1.1.104.1'],
] as const;

test('a clinician exports a new result in every form', async ({ page }) => {
  const patientId = `EXP-${Date.now()}`;
  await signIn(page);
  await page.goto('/breast-analysis');
  await analyse(page, { patientId, file: samplePath('breast/cesm_p188_r_dm_mlo.png') });
  for (const [form, ending, sopClass] of sopClasses) {
    const { name, bytes } = await exported(page, form);
    expect.soft(name).toMatch(new RegExp(`^breast-[0-9a-f-]{36}\\.${ending}\\.dcm$`));
    expect.soft(bytes.toString('latin1', 128, 132)).toBe('DICM');
    expect.soft(bytes.includes(patientId)).toBe(true);
    expect.soft(bytes.includes(sopClass)).toBe(true);
    if (ending === 'pdf') expect.soft(await textOfEncapsulated(bytes)).toContain(patientId);
  }
  const fhir = await exported(page, 'FHIR R4 bundle');
  const { entry } = JSON.parse(fhir.bytes.toString());
  expect(entry[0].resource).toMatchObject({ resourceType: 'DiagnosticReport', status: 'preliminary' });
  expect(JSON.stringify(entry)).toContain(patientId);
  const csv = await exported(page, 'CSV');
  expect(csv.name).toMatch(/\.csv$/);
  expect(csv.bytes.toString()).toContain(`"${patientId}"`);
});

test('a stored report is exported by the keyboard, and the history as a table', async ({ page }) => {
  await signIn(page);
  const card = await openSample(page, { type: 'breast', patientId: 'SAMPLE-BREAST-1' });
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(table.suggestedFilename()).toBe('breast-all-reports.csv');
  expect((await readFile(await table.path())).toString()).toContain('"SAMPLE-BREAST-1"');

  await card.getByRole('link').click();
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Structured report/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/\.sr\.dcm$/);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^CSV/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  await page.route('**/export/**', (route) => route.abort());
  await button.click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect(page.getByRole('alert')).toHaveText('No response from server. Please check your connection.');
});

test('demo data, which no server holds, has no export', async ({ page }) => {
  await signIn(page);
  await page.goto('/analysis/demo-breast-1');
  await expect(page.getByText('Demo data').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeHidden();
});
