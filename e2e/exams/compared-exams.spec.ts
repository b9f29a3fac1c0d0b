import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { chestExam } from '../phantom/exams.ts';
import { signIn } from '../support/clinician.ts';
import { complaintsOf } from '../support/screens.ts';

const pane = (page: Page, name: 'Current' | 'Prior') =>
  page.getByRole('region', { name: new RegExp(`^${name}, `) });

async function readExam(page: Page, id: string, files: readonly string[]) {
  await page.goto('/lung-analysis');
  await page.getByLabel('Patient ID (Required)').fill(id);
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles([...files]);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await expect(panel).toContainText('the report is ready', { timeout: 240_000 });
  await panel.getByRole('link', { name: 'Open the report' }).click();
  await expect(page.getByRole('region', { name: 'Images of the exam' })).toBeVisible();
}

test('two exams of a patient stand beside each other; each change leads both to its slices', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const complaints = complaintsOf(page);
  const { files: chest } = await chestExam();
  const id = `TWICE-${Date.now()}`;
  await signIn(page);
  await readExam(page, id, chest);
  // The same body two slices further down.
  await readExam(page, id, chest.slice(2));
  await page.getByRole('button', { name: 'Compare with prior' }).click();
  await page.getByRole('menuitem', { name: /Analyzed by / }).click();
  const changes = page.getByRole('list', { name: 'Changes between the exams' }).getByRole('button');
  await expect(changes.filter({ hasText: 'Mass' }).first()).toBeVisible();
  await changes.filter({ hasText: 'Mass' }).first().click();
  const stage = (name: 'Current' | 'Prior') => pane(page, name).getByTestId('exam-stage');
  for (const name of ['Current', 'Prior'] as const)
    expect((await stage(name).boundingBox())?.height).toBeGreaterThan(0.6 * 900);
  await page.screenshot({ path: test.info().outputPath('compared-images.png') });
  // What is two slices further down is at the same place of the patient.
  const slice = (name: 'Current' | 'Prior') =>
    pane(page, name).getByRole('slider', { name: 'Slice' }).inputValue();
  const apart = Number(await slice('Prior')) - Number(await slice('Current'));
  await stage('Current').press('ArrowUp');
  await expect.poll(async () => Number(await slice('Prior')) - Number(await slice('Current'))).toBe(apart);
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  for (const name of ['Current', 'Prior'] as const) {
    const findings = pane(page, name).getByRole('list', { name: 'Findings of the exam' });
    await expect(findings.getByRole('button', { pressed: true }).first()).toContainText('Mass');
  }
  await page.screenshot({ path: test.info().outputPath('compared-wide.png') });
  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations).toEqual([]);
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(async () => (await stage('Prior').boundingBox())?.height).toBeGreaterThan(0.48 * 768);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(pane(page, 'Prior').getByRole('slider', { name: 'Slice' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('compared-narrow.png'), fullPage: true });
  expect(complaints).toEqual([]);
});
