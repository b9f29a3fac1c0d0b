import { expect, type Page, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';
import { readoutOf, viewerCode } from '../support/stage.ts';

test('a chosen picture is painted before the viewer loads, at the same place and size', async ({ page }) => {
  await signIn(page);
  let letCome = () => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(`**${await viewerCode(page)}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/lung-analysis');
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(samplePath('lung/ct_a0002_08.dcm'));
  const ahead = page.getByTestId('first-look');
  await expect(ahead).toBeVisible();
  await expect(readoutOf(page)).toBeHidden();
  const before = await lightnessOf(page);
  letCome();
  await expect(readoutOf(page)).toBeVisible();
  await expect(ahead).toHaveCount(0);
  const after = await lightnessOf(page);
  const differences = before.map((value, at) => Math.abs(value - (after[at] ?? 0)));
  // The two shrink and enlarge a picture a little differently; moved by a pixel's width, edges differ by
  // tens.
  expect(differences.reduce((sum, value) => sum + value) / differences.length).toBeLessThan(2);
  expect(Math.max(...before)).toBeGreaterThan(100);
});

test('a picture is shown even if the viewer fails to load', async ({ page }) => {
  await signIn(page);
  await page.route(`**${await viewerCode(page)}`, (route) => route.abort());
  await page.goto('/breast-analysis');
  const sample = samplePath('breast/cesm_p188_r_dm_mlo.png');
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(sample);
  await expect(page.getByText('The viewer could not be started in this browser.')).toBeVisible();
  await expect(page.getByTestId('first-look')).toBeVisible();
});

/** Of the stage, its corners with their words left out, as means of eight by eight pixels. */
async function lightnessOf(page: Page): Promise<number[]> {
  const box = await page.getByTestId('viewer-stage').boundingBox();
  if (!box) throw new Error('no stage');
  const clip = { x: box.x, y: box.y + 40, width: box.width, height: box.height - 80 };
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const [width, height] = [bitmap.width >> 3, bitmap.height >> 3];
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    return Array.from({ length: data.length / 4 }, (_, at) => data[4 * at] ?? 0);
  }, picture);
}
