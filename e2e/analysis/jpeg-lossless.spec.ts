import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { exportAllForms } from '../support/exported.ts';
import { transcoded } from '../support/series.ts';
import { boxOf, readoutOf, stageOf } from '../support/stage.ts';

/** A real mammogram, 12 bit, JPEG Lossless, 2394 x 3062; may be read here but not shipped. */
const mammogram = resolve(import.meta.dirname, '../../../shared/datasets/dicom/files/fodicom__GH133.dcm');
const [columns, rows] = [2394, 3062];
/** Its Imager Pixel Spacing (0018,1164). */
const spacingMm = 0.09409090909091;
const jpeg2000Lossless = '1.2.840.10008.1.2.4.90';

/** Steps of the plus key before measuring, each 1.25 times as large: a CSS pixel is then 0.13 mm. */
const steps = 5;

/** Draws a line of so many millimetres and reads its label. */
async function measure(page: Page, mm: number): Promise<string> {
  const stage = stageOf(page);
  await stage.press('r');
  for (let step = 0; step < steps; step += 1) await stage.press('+');
  await stage.press('l');
  const box = await boxOf(stage);
  const cssPerPixel = Math.min(box.width / columns, box.height / rows) * 1.25 ** steps;
  const { x, y } = box.middle;
  const length = (mm / spacingMm) * cssPerPixel;
  const label = page.getByRole('list', { name: 'Measurements' }).getByRole('listitem');
  await page.mouse.move(x - length / 2, y);
  await page.mouse.down();
  await page.mouse.move(x + length / 2, y, { steps: 8 });
  await page.mouse.up();
  await expect(label).toHaveText(/^\d+\.\d (mm|px)/);
  return (await label.textContent()) ?? '';
}

async function windowByDragging(page: Page): Promise<void> {
  const before = (await readoutOf(page).textContent()) ?? '';
  await stageOf(page).press('w');
  const { middle } = await boxOf(stageOf(page));
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 60, middle.y - 40, { steps: 4 });
  await page.mouse.up();
  await expect(readoutOf(page)).not.toHaveText(before);
  await expect(readoutOf(page)).toContainText(/W \d+ L -?\d+/);
}

for (const [name, syntax] of [
  ['as it came, in JPEG Lossless', null],
  ['transcoded to JPEG 2000', jpeg2000Lossless],
] as const) {
  test(`a real mammogram ${name}: windowed, measured, its findings toggled, exported in every form`, async ({
    page,
  }) => {
    test.skip(!existsSync(mammogram), 'needs ../shared/datasets/dicom');
    // Seven million pixels, transcoded, read and exported eight times.
    test.setTimeout(420_000);
    const original = await readFile(mammogram);
    const buffer = syntax ? await transcoded(original, syntax) : original;
    if (syntax) expect(buffer.includes(syntax)).toBe(true);
    const patientId = `GH133-${Date.now()}`;
    await signIn(page);
    await page.goto('/breast-analysis');
    await page.getByLabel('Patient ID (Required)').fill(patientId);
    const upload = { name: 'GH133.dcm', mimeType: 'application/dicom', buffer };
    await page.getByLabel('Upload Image', { exact: true }).setInputFiles(upload);
    // Shown before its analysis, in its own window.
    await expect(readoutOf(page)).toContainText(`${columns} × ${rows} px`, { timeout: 60_000 });
    await expect(readoutOf(page)).toContainText('L 2653');
    await page.getByRole('button', { name: 'Analyze Image' }).click();
    await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 120_000 });

    await page.getByLabel('Change View').selectOption('Input Image');
    await expect(readoutOf(page)).toContainText(`${columns} × ${rows} px`, { timeout: 60_000 });
    await expect(readoutOf(page)).toContainText('mm at the detector');
    await windowByDragging(page);
    const measured = await measure(page, 20);
    expect(measured).toMatch(/ mm at the detector$/);
    expect(Math.abs(Number.parseFloat(measured) - 20)).toBeLessThanOrEqual(0.2);

    const bar = page.getByRole('region', { name: 'Findings in the image' });
    const toggles = bar.locator('button[aria-pressed]').filter({ hasNotText: 'Outlines' });
    await expect(toggles.first()).toBeVisible({ timeout: 60_000 });
    const drawn = stageOf(page).locator('[data-finding]');
    for (const toggle of await toggles.all()) {
      await expect(drawn).toHaveCount(0);
      await toggle.click();
      await expect(drawn).toHaveCount(1);
      expect((await boxOf(drawn)).height).toBeGreaterThan(1);
      await toggle.click();
    }
    await expect(drawn).toHaveCount(0);
    await exportAllForms(page, patientId);
  });
}
