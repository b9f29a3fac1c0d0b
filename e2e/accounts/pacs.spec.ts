import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { hasOrthanc, type Orthanc, startOrthanc } from '../../apps/server/src/testing/orthanc.ts';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { pdfText } from '../support/pdf-text.ts';
import { complaintsOf } from '../support/screens.ts';

const patient = 'Lung_Dx-A0002';
let orthanc: Orthanc;

test.skip(!hasOrthanc, 'Orthanc with DICOMweb is not installed');
// An analysis, and calls through two servers.
test.setTimeout(240_000);
test.beforeAll(async () => {
  if (!hasOrthanc) return;
  orthanc = await startOrthanc(Number(process.env.E2E_PACS_PORT));
  for (const name of ['lung/ct_a0002_08.dcm', 'lung/ct_a0002_15.dcm'])
    await orthanc.upload(readFileSync(samplePath(name)));
});
test.afterAll(() => orthanc?.stop());

/** What Orthanc holds, by modality. */
async function archivedModalities(): Promise<string[]> {
  const series = (await (await orthanc.rest('/series?expand')).json()) as {
    MainDicomTags: { Modality: string };
  }[];
  return series.map(({ MainDicomTags }) => MainDicomTags.Modality).toSorted();
}

/** The document that Orthanc takes out of the Encapsulated PDF, opened. */
async function textOfArchivedPdf(): Promise<string> {
  const found = await orthanc.rest('/tools/find', {
    method: 'POST',
    body: JSON.stringify({ Level: 'Instance', Query: { Modality: 'DOC' } }),
  });
  const [id] = (await found.json()) as string[];
  const pdf = await (await orthanc.rest(`/instances/${id}/pdf`)).arrayBuffer();
  const path = test.info().outputPath('archived.pdf');
  await writeFile(path, new Uint8Array(pdf));
  return (await pdfText(path)).join(' ');
}

test('a slice from the PACS is analysed, and its results go back into its study', async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await page.goto('/lung-analysis');
  await page.getByRole('button', { name: 'From PACS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Image from the PACS' });
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog.getByText('Enter at least one of these.')).toBeVisible();
  await dialog.getByLabel('Patient ID').fill('nobody');
  await dialog.getByLabel('Patient ID').press('Enter');
  await expect(dialog.getByText('No studies found.')).toBeVisible();
  await dialog.getByLabel('Patient ID').fill('Lung*');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await dialog.getByRole('button', { name: new RegExp(patient) }).click();
  await dialog.getByRole('button', { name: /CT · .*2 images/ }).click();
  await expect(dialog.getByText(/Image 2 of 2/)).toBeVisible();
  await dialog.getByRole('slider', { name: 'Image of the series' }).press('ArrowLeft');
  await expect(dialog.getByText(/Image 1 of 2 · number 8/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Use this image' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('PACS-CT-')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel('Patient ID (Required)')).toHaveValue(patient);

  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Send to PACS/ }).click();
  const send = page.getByRole('dialog', { name: 'Send to PACS' });
  await expect(send.getByText('The results join the study of the image')).toBeVisible();
  await send.getByLabel('Secondary capture').check();
  await send.getByLabel('Report as PDF').check();
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(send.getByText(/^Sent /)).toHaveCount(4, { timeout: 60_000 });
  await expect.poll(() => archivedModalities()).toEqual(['CT', 'DOC', 'OT', 'SEG', 'SR']);
  const studies = (await (await orthanc.rest('/studies')).json()) as string[];
  expect(studies).toHaveLength(1);
  await expect.poll(() => textOfArchivedPdf()).toContain(patient);
  expect(complaints).toEqual([]);
});

test('results of an uploaded picture become a study of their own; an archive that is away is said', async ({
  page,
}) => {
  const patientId = `PACS-${Date.now()}`;
  await signIn(page);
  await page.goto('/lung-analysis');
  await analyse(page, { patientId, file: samplePath('lung/ct_a0002_15.dcm') });
  await page.getByRole('link', { name: 'Open the stored report' }).click();
  const open = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Send to PACS/ }).click();
  };
  await open();
  const send = page.getByRole('dialog', { name: 'Send to PACS' });
  await expect(send.getByText('The image came as a file')).toBeVisible();
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(send.getByText(/^Sent /)).toHaveCount(3, { timeout: 60_000 });
  const found = await orthanc.rest('/tools/find', {
    method: 'POST',
    body: JSON.stringify({ Level: 'Study', Query: { PatientID: patientId } }),
  });
  expect(await found.json()).toHaveLength(1);

  await orthanc.stop();
  await send.getByLabel('Secondary capture').check();
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(send.getByText(/Not yet sent\. The PACS cannot be reached\./)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(send).toBeHidden();
  await page.goto('/lung-analysis');
  await page.getByRole('button', { name: 'From PACS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Image from the PACS' });
  await dialog.getByLabel('Patient ID').fill('x');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog.getByText('The PACS cannot be reached.')).toBeVisible();
  orthanc = await startOrthanc(Number(process.env.E2E_PACS_PORT));
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByText('No studies found.')).toBeVisible();
});
