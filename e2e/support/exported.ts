import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { pdfText } from './pdf-text.ts';

/** Chooses a form from the Export menu; returns the file's name and bytes. */
async function exported(page: Page, form: string): Promise<{ name: string; bytes: Buffer }> {
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
  ['Analyzed image', 'picture', '1.2.840.10008.5.1.4.1.1.7'],
  ['Encapsulated PDF', 'pdf', '1.2.840.10008.5.1.4.1.1.104.1'],
] as const;

/** Exports the mammogram's report on screen in every form of the menu and looks into each file. */
export async function exportAllForms(page: Page, patientId: string): Promise<void> {
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
}
