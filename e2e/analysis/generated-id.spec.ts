import { expect, type Page, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';

const patientField = (page: Page) => page.getByLabel('Patient ID (Required)');
const analyseButton = (page: Page) => page.getByRole('button', { name: 'Analyze Image' });
const picker = (page: Page) => page.getByLabel('Upload Image', { exact: true });

test('a report under a generated patient ID must be confirmed, and is marked', async ({ page }) => {
  await signIn(page);
  await page.goto('/brain-analysis');
  const id = await patientField(page).inputValue();
  await picker(page).setInputFiles(samplePath('brain-ct/ct_normal_2_106_19.png'));
  await analyseButton(page).click();
  const question = page.getByRole('dialog', { name: 'Generated Patient ID' });
  await expect(question).toContainText(`The Patient ID ${id} was generated and identifies no patient.`);
  await question.getByRole('button', { name: 'Enter a Patient ID' }).click();
  await expect(question).toBeHidden();
  await expect(patientField(page)).toBeFocused();
  await expect(analyseButton(page)).toBeEnabled();

  await analyseButton(page).click();
  const [reply] = await Promise.all([
    page.waitForResponse((each) => each.url().endsWith('/process/'), { timeout: 60_000 }),
    question.getByRole('button', { name: `Continue with ${id}` }).click(),
  ]);
  expect(await reply.json()).toMatchObject({
    patient_id: id,
    patient_id_generated: true,
    patient_known: false,
  });
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
  await page.goto(`/analysis-history?type=brain-ct&q=${id}`);
  await expect(page.getByRole('article').first()).toContainText(`${id} (generated)`);
});

test('a file that names another patient than the one entered is warned of', async ({ page }) => {
  await signIn(page);
  await page.goto('/lung-analysis');
  await picker(page).setInputFiles(samplePath('lung/ct_a0002_08.dcm'));
  // A made-up ID gives way to the file's.
  await expect(page.getByText('generated', { exact: true })).toHaveCount(0);
  const own = await patientField(page).inputValue();
  const offer = page.getByRole('button', { name: `Use the file’s Patient ID: ${own}` });
  const warning = page.getByRole('alert').filter({ hasText: 'The file names another patient' });
  await expect(warning).toHaveCount(0);
  await patientField(page).fill('SOMEBODY-ELSE');
  await expect(warning).toContainText(own);
  await offer.click();
  await expect(patientField(page)).toHaveValue(own);
  await expect(warning).toHaveCount(0);
});
