import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';
import { chestSeries } from '../support/series.ts';

/** A sample slice with a name in two of its corners, as a browser draws text. */
async function namedPicture(page: Page): Promise<Buffer> {
  const sample = await readFile(samplePath('brain-ct/ct_normal_2_106_19.png'));
  const base64 = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      context.fillStyle = '#fff';
      context.font = '16px sans-serif';
      context.fillText('MUSTER, Max', 6, 18);
      context.fillText('DOB 03.02.1957', 6, 38);
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      let text = '';
      for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
      return btoa(text);
    },
    `data:image/png;base64,${sample.toString('base64')}`,
  );
  return Buffer.from(base64, 'base64');
}

test('text in a picture is shown before it is sent, and hidden by pointer and by keyboard', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/brain-analysis');
  await page.getByLabel('Patient ID (Required)').fill(`TEXT-${Date.now()}`);
  const file = { name: 'named.png', mimeType: 'image/png', buffer: await namedPicture(page) };
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Analyze Image' }).click();

  const dialog = page.getByRole('dialog', { name: 'Text in the image' });
  await expect(dialog).toBeVisible({ timeout: 60_000 });
  const boxes = dialog.getByRole('button', { name: /^Box \d/ });
  await expect(boxes).toHaveCount(1);
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  expect(violations).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/dialog.png` });

  await dialog.getByRole('button', { name: 'Add box' }).click();
  await expect(boxes).toHaveCount(2);
  const added = boxes.nth(1);
  const area = added.locator('rect').first();
  const before = Number(await area.getAttribute('x'));
  await added.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Number(await area.getAttribute('x'))).toBeGreaterThan(before);
  await page.keyboard.press('Delete');
  await expect(boxes).toHaveCount(1);

  const canvas = await dialog.getByRole('group').boundingBox();
  if (!canvas) throw new Error('no canvas');
  const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height * 0.85 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 60, middle.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(boxes).toHaveCount(2);
  await page.keyboard.press('Tab');
  await boxes.nth(1).focus();
  await page.keyboard.press('Delete');

  await dialog.getByRole('button', { name: 'Mask and analyze' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/result.png` });
});

test('the dialog fits a narrow dark screen, and closing it leaves the picture unsent', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page);
  await page.goto('/brain-analysis');
  await page.getByLabel('Patient ID (Required)').fill(`TEXT-${Date.now()}`);
  const file = { name: 'named.png', mimeType: 'image/png', buffer: await namedPicture(page) };
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Text in the image' });
  await expect(dialog).toBeVisible({ timeout: 60_000 });
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/narrow.png` });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Analyze Image' })).toBeEnabled();
});

test('a file that declares burned-in text is asked about though none is found', async ({ page }) => {
  const [slice] = await chestSeries(1, { '0028,0301': ['CS', 'YES'] });
  await signIn(page);
  await page.goto('/lung-analysis');
  await page.getByLabel('Patient ID (Required)').fill(`TEXT-${Date.now()}`);
  const file = { name: 'a.dcm', mimeType: 'application/dicom', buffer: Buffer.from(slice?.bytes ?? []) };
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Text in the image' });
  await expect(dialog).toContainText('The file says that text is burned into this image', {
    timeout: 60_000,
  });
  await expect(dialog).toContainText('No text was found automatically');
  await expect(dialog.getByRole('button', { name: 'Mask and analyze' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Send as is' }).click();
  await expect(page.getByRole('article', { name: 'Report' })).toBeVisible({ timeout: 80_000 });
});
