import { expect, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';
import { cameraLaunch, showToCamera } from '../support/fake-camera.ts';
import { openCervix, openSheet, takeBoth } from '../support/phone-camera.ts';
import { boxOf } from '../support/stage.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, launchOptions: cameraLaunch });

test('pictures stay with the patient under whose ID they were taken, and the next patient begins without any', async ({
  page,
}) => {
  test.slow();
  await showToCamera();
  await openCervix(page, 'DAY-FIRST');
  await takeBoth(page);
  await openSheet(page);
  const sheet = page.getByRole('dialog', { name: 'Patient and image' });
  const tray = sheet.getByRole('region', { name: 'Pictures of this patient' });
  await expect(tray.getByRole('button', { name: '1. Before acetic acid' })).toBeVisible();
  await sheet.getByLabel('Patient ID (Required)').fill('DAY-NEXT');
  await expect(sheet.getByText('2 pictures were taken under patient ID DAY-FIRST.')).toBeVisible();
  await expect(tray).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('next-patient.png') });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Analyze Image' })).toBeDisabled();
  // The image on the screen is still the first patient's, and says so.
  await expect(page.getByLabel('Patient of this image')).toContainText('DAY-FIRST');
  await expect(page.getByText('This image is of DAY-FIRST: enter that ID again')).toBeVisible();
  await openSheet(page);
  await sheet.getByRole('button', { name: 'Back to DAY-FIRST' }).click();
  await expect(sheet.getByLabel('Patient ID (Required)')).toHaveValue('DAY-FIRST');
  await expect(tray.getByRole('button', { name: /^[12]\./ })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText('DAY-FIRST', { timeout: 60_000 });
  await expect(report).toContainText(/Picture 2 of 2, \d+ s after acetic acid/);
});

test('an uploaded image waits for the network like one of the camera, and the queue covers no button', async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto('/cervix-analysis');
  await page.getByLabel('Patient ID (Required)').fill('DAY-QUEUE');
  const file = samplePath('cervix/aceto_C10Aceto_2.jpg');
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Analyze Image' })).toBeEnabled();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Keep and Send Later' }).tap();
  const queue = page.getByRole('region', { name: 'Pictures kept in this browser' });
  await expect(queue).toContainText('1 picture waits for the network.');
  await page.screenshot({ path: test.info().outputPath('queue.png') });
  const [bar, button] = [
    await boxOf(queue),
    await boxOf(page.getByRole('button', { name: 'Analyze Image' })),
  ];
  expect(bar.y + bar.height <= button.y || button.y + button.height <= bar.y).toBe(true);
  await queue.getByRole('button', { name: 'Show' }).tap();
  await queue.getByRole('button', { name: /^Remove/ }).tap();
  await expect(queue).not.toContainText('0 pictures');
  await queue.getByRole('button', { name: 'Undo' }).tap();
  await context.setOffline(false);
  await expect(queue).toContainText('1 picture sent.', { timeout: 90_000 });
});

test('a picture that was kept says where it is until it is sent; without a network keeping it is the primary action', async ({
  page,
  context,
}) => {
  test.slow();
  await showToCamera();
  await openCervix(page, 'DAY-KEPT');
  await takeBoth(page);
  await context.setOffline(true);
  const keep = page.getByRole('button', { name: 'Keep and Send Later' });
  await expect(keep).not.toHaveAttribute('data-variant', 'default');
  await expect(page.getByRole('button', { name: 'Analyze Image' })).toHaveAttribute(
    'data-variant',
    'default',
  );
  await page.getByRole('button', { name: 'Analyze Image' }).tap();
  const cross = await boxOf(page.getByRole('button', { name: 'Dismiss' }).locator('svg'));
  expect(cross.width).toBeGreaterThanOrEqual(16);
  await page.getByRole('button', { name: 'Dismiss' }).tap();
  await keep.tap();
  const tray = page.getByRole('region', { name: 'Pictures of this patient' });
  await expect(tray.getByRole('button', { name: /\(waiting\)$/ })).toBeDisabled();
  await context.setOffline(false);
  await expect(tray.getByRole('button', { name: /\(sent\)$/ })).toBeVisible({ timeout: 90_000 });
});

test('the history of a phone begins with its reports: further filters are folded', async ({ page }) => {
  await signIn(page);
  await page.goto('/analysis-history?scope=all');
  const report = page.getByRole('region', { name: 'Reports' }).getByRole('article').first();
  expect((await boxOf(report)).y).toBeLessThan(520);
  await expect(page.getByLabel('Urgency')).toHaveCount(0);
  await page.getByRole('button', { name: 'More filters' }).tap();
  await page.getByLabel('Analyzed to').fill('2020-01-01');
  await page.getByRole('button', { name: 'Fewer filters' }).tap();
  await expect(page.getByRole('button', { name: 'More filters (1 set)' })).toBeVisible();
});
