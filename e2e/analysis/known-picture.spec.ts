import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';

test('an image that was analyzed before is told with its report before it is analyzed again', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/brain-analysis');
  const patient = page.getByLabel('Patient ID (Required)');
  const picker = page.getByLabel('Upload Image', { exact: true });
  const notice = page.getByRole('status').filter({ hasText: 'This image was analyzed on' });
  // This file is new.
  const sample = await readFile(samplePath('brain-ct/ct_normal_2_106_19.png'));
  const buffer = Buffer.concat([sample, randomBytes(16)]);
  const file = { name: 'head.png', mimeType: 'image/png', buffer };
  const lookedUp = () => page.waitForResponse((each) => each.url().endsWith('/pictures/known/'));
  const id = `AGAIN-${randomBytes(6).toString('hex')}`;
  await patient.fill(id);
  await Promise.all([lookedUp(), picker.setInputFiles(file)]);
  await expect(notice).toHaveCount(0);
  const [reply] = await Promise.all([
    page.waitForResponse((each) => each.url().endsWith('/process/'), { timeout: 60_000 }),
    page.getByRole('button', { name: 'Analyze Image' }).click(),
  ]);
  const report = (await reply.json()).id;
  await page.getByRole('button', { name: 'Analyze another image' }).click({ timeout: 60_000 });

  await patient.fill(id);
  await picker.setInputFiles(file);
  await expect(notice).toContainText(
    `as ${report} for the same patient. Analyzing it again uses one more trial.`,
  );
  await patient.fill('SOMEBODY-ELSE');
  await expect(notice).toContainText(`as ${report} under another patient ID.`);
  await notice.getByRole('link', { name: report }).click();
  await expect(page).toHaveURL(new RegExp(`/analysis/${report}$`));
});
