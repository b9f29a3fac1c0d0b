import { expect, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';
import { boxOf } from '../support/stage.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

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
