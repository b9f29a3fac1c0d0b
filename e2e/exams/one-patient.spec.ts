import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { chestSeries } from '../support/series.ts';

const person = (id: string, name: string) => ({
  '0010,0010': ['PN', name] as const,
  '0010,0020': ['LO', id] as const,
});

test('files of two patients stop: the screen names them with their counts, and one is opened', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/lung-analysis');
  const files = [
    ...(await chestSeries(4, person('RPT-A', 'Doe^Ann'))).slice(0, 3),
    ...(await chestSeries(4, person('RPT-B', 'Doe^Eve'))).slice(3),
  ].map(({ name, bytes }, at) => ({
    name: `${at}-${name}`,
    mimeType: 'application/dicom',
    buffer: Buffer.from(bytes),
  }));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(files);
  const question = page.getByRole('dialog', { name: 'Several Patients' });
  await expect(question.getByText('Patient RPT-A')).toBeVisible();
  await expect(question.getByText('Patient RPT-B')).toBeVisible();
  await expect(question).toContainText('3 files');
  await expect(question.getByRole('button', { name: 'Open', exact: true })).toBeDisabled();
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([]);
  for (const [scheme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/one-patient-${scheme}-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(sent.filter((url) => /process|batches|known/.test(url))).toEqual([]);
  await question.getByRole('radio').first().check();
  await question.getByRole('button', { name: 'Open 3 files' }).click();
  await expect(page.getByText('3 slices, in the order of their position.', { exact: false })).toBeVisible();
  await expect(page.getByText('of another patient or study')).toBeVisible();
  await expect(page.getByLabel('Patient ID (Required)')).toHaveValue('RPT-A');
  await page.getByRole('button', { name: 'Open the other patient or study' }).click();
  await expect(question.getByRole('radio').first().locator('xpath=..')).toContainText('opened before');
  await question.getByRole('radio').last().check();
  await question.getByRole('button', { name: 'Open 1 file' }).click();
  await expect(page.getByLabel('Patient ID (Required)')).toHaveValue('RPT-B');
  await expect(page.getByRole('button', { name: /^All patients and studies/ })).toBeVisible();
});

test('a printed page is the report, without the bars of the application', async ({ page }) => {
  await signIn(page);
  await page.goto('/analysis/demo-1');
  await expect(page.getByRole('heading', { name: 'Analysis Details' })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: /Download/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Analysis Details' })).toBeVisible();
});
