import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Vector } from '@second-read/core/decode/directions';
import { type PlaneImage, type Projection, reformat, type Volume } from '@second-read/core/volume/reformat';
import { volumeGeometry } from '@second-read/core/volume/volume-geometry';
import {
  chestSlices,
  openChestExam,
  examPane as pane,
  examReadout as readout,
  examViewer as viewer,
} from '../support/chest-exam.ts';
import { findBrowser } from '../support/find-browser.ts';
import { takeReview } from '../support/review.ts';
import { complaintsOf } from '../support/screens.ts';
import { chestSeries, readPlain } from '../support/series.ts';
import { boxOf } from '../support/stage.ts';

/** Without WebGL, as on a machine or in a session without a graphics card. */
const args = ['--no-sandbox', '--disable-gpu', '--disable-3d-apis'];
test.use({ launchOptions: { executablePath: findBrowser(), args } });

/** Pixel Spacing (0028,0030) of the gallery's chest. */
const spacingMm = 0.646484375;
const count = chestSlices;
const measurements = (page: Page) =>
  pane(page).getByRole('list', { name: 'Measurements' }).getByRole('listitem');
const zoomOf = async (page: Page) => Number(/(\d+) %/.exec((await readout(page).textContent()) ?? '')?.[1]);

/** What the exam's files hold, slice by slice along their normal. */
async function chestVolume(): Promise<Volume> {
  const read = await Promise.all((await chestSeries(count)).map(({ bytes }) => readPlain(bytes)));
  const made = volumeGeometry(
    read.map(({ width, height }, at) => ({
      ...{ width, height, pixelMm: { x: spacingMm, y: spacingMm }, thicknessMm: 5 },
      place: {
        position: [0, 0, 5 * at] as Vector,
        rowDirection: [1, 0, 0] as Vector,
        columnDirection: [0, 1, 0] as Vector,
      },
    })),
  );
  if (!made.ok) throw new Error(made.reason);
  return { geometry: made.geometry, slices: read.map(({ values }) => Int16Array.from(values)) };
}

/** What of the middle of an image is compared, pixels. */
const compared = { width: 96, height: 40 };

/**
 * How many pixels in the middle of an image shown one to one, in the window W 350 L 50, are not as its values
 * say.
 */
async function wrongPixels(canvas: Locator, { width, height, data }: PlaneImage) {
  const painted = await canvas.evaluate((element: HTMLCanvasElement, size) => {
    const [left, top] = [
      Math.floor((element.width - size.width) / 2),
      Math.floor((element.height - size.height) / 2),
    ];
    const copy = new OffscreenCanvas(size.width, size.height);
    const context = copy.getContext('2d', { willReadFrequently: true });
    context?.drawImage(element, -left, -top);
    const rgba = context?.getImageData(0, 0, size.width, size.height).data ?? [];
    const red = Array.from({ length: size.width * size.height }, (_, at) => rgba[at * 4] ?? 0);
    return { left, top, red, width: element.width, height: element.height };
  }, compared);
  // An image whose middle lies between two pixels of the screen begins at either.
  const begins = (stage: number, image: number) => [
    Math.floor((stage - image) / 2),
    Math.ceil((stage - image) / 2),
  ];
  const wrong = begins(painted.width, width).flatMap((x0) =>
    begins(painted.height, height).map((y0) => {
      const off = painted.red.filter((red, at) => {
        const x = painted.left + (at % compared.width) - x0;
        const y = painted.top + Math.floor(at / compared.width) - y0;
        const expected = (((data[y * width + x] ?? 0) - 50) / 350 + 0.5) * 255;
        return Math.abs(red - Math.min(255, Math.max(0, expected))) > 1;
      });
      return off.length;
    }),
  );
  return Math.min(...wrong);
}

const projections: readonly (readonly [Projection, string])[] = [
  ['maximum', 'MIP'],
  ['minimum', 'MinIP'],
  ['average', 'Average'],
];

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 6 });
  await page.mouse.up();
}

test('a stored exam is windowed, enlarged, moved, measured and probed, and keeps all while scrolling', async ({
  page,
}) => {
  test.setTimeout(400_000);
  const complaints = complaintsOf(page);
  await openChestExam(page);
  const { middle, width, height } = await boxOf(pane(page));
  const { x, y } = middle;

  await test.step('window by preset and by drag, for all slices', async () => {
    await pane(page).focus();
    await page.keyboard.press('3');
    await expect(readout(page)).toContainText('W 350 L 50 HU');
    await page.keyboard.press('ArrowDown');
    await expect(viewer(page).getByTestId('exam-place')).not.toContainText(`Slice ${count / 2 + 1} of`);
    await expect(readout(page)).toContainText('W 350 L 50 HU');
    await drag(page, [x, y], [x + 60, y]);
    await expect(readout(page)).not.toContainText('W 350 ');
    await expect(readout(page)).toContainText('L 50 HU');
    await page.keyboard.press('1');
    await expect(readout(page)).toContainText('W 1500 L -600 HU');
  });

  await test.step('a length belongs to its slice', async () => {
    const whole = await zoomOf(page);
    await page.keyboard.press('l');
    const twentyMm = (20 / spacingMm) * (Math.min(width, height) / 512);
    await drag(page, [x - 60, y - 40], [x - 60 + twentyMm, y - 40]);
    await expect(measurements(page)).toHaveText(/^\d+\.\d mm$/);
    const length = Number.parseFloat((await measurements(page).textContent()) ?? '');
    expect(Math.abs(length - 20)).toBeLessThanOrEqual(0.3);
    await page.mouse.wheel(0, 120);
    await expect(measurements(page)).toHaveCount(0);
    await page.mouse.wheel(0, -120);
    await expect(measurements(page)).toHaveText(`${length.toFixed(1)} mm`);
    expect(await zoomOf(page)).toBe(whole);
  });

  await test.step('an ellipse has mean and deviation, a probe a value, both in HU', async () => {
    await page.keyboard.press('e');
    await drag(page, [x + 20, y + 20], [x + 70, y + 60]);
    await expect(measurements(page).nth(1)).toContainText(/Mean -?\d+\.\d HU, SD \d+\.\d/);
    await page.keyboard.press('#');
    await page.mouse.click(x, y + 90);
    await expect(measurements(page).nth(2)).toContainText(/^-?\d+ HUx \d+, y \d+$/);
    await page.keyboard.press('Delete');
    await expect(measurements(page)).toHaveCount(2);
  });

  await test.step('an arrow has a text, belongs to its slice, is listed and deleted', async () => {
    await page.keyboard.press('>');
    await drag(page, [x - 40, y + 60], [x + 10, y + 90]);
    await page.getByRole('textbox', { name: 'Text of the arrow' }).fill('Clip, w 2');
    await page.keyboard.press('Enter');
    await expect(measurements(page).nth(2)).toHaveText('Clip, w 2');
    await page.keyboard.press('ArrowDown');
    await expect(measurements(page)).toHaveCount(0);
    const listed = viewer(page).getByRole('list', { name: 'Measurements of the reader' });
    await listed.getByRole('button', { name: /^Arrow: Clip, w 2/ }).click();
    await expect(measurements(page)).toHaveCount(3);
    await listed.getByRole('button', { name: /^Delete the measurement Arrow: Clip/ }).click();
    await expect(measurements(page)).toHaveCount(2);
    await pane(page).focus();
    await page.keyboard.press('w');
  });

  await test.step('zoom to the pointer, pan, rotate with true letters, fit', async () => {
    const whole = await zoomOf(page);
    await page.mouse.move(x - 100, y - 50);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(whole);
    const letters = () => pane(page).locator('[data-side]').allTextContents();
    expect(await letters()).toEqual(['R', 'L', 'A', 'P']);
    await page.keyboard.press('y');
    await expect(pane(page).getByTestId('magnifier')).toBeVisible();
    await page.keyboard.press('y');
    await page.keyboard.press('h');
    await expect.poll(letters).toEqual(['L', 'R', 'A', 'P']);
    await page.keyboard.press('r');
    await expect.poll(() => zoomOf(page)).toBe(whole);
    await expect.poll(letters).toEqual(['R', 'L', 'A', 'P']);
  });

  await test.step('all keys are in the help', async () => {
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys of this screen' });
    for (const words of ['Mediastinum', 'Ellipse', 'Next plane', 'Full screen'])
      await expect(help).toContainText(words);
    await page.keyboard.press('Escape');
  });

  await test.step('planes have the same window, and windows are changed together', async () => {
    await viewer(page).getByText('Three planes', { exact: true }).click();
    const all = viewer(page).getByTestId('exam-stage');
    await expect(all).toHaveCount(3);
    await expect(all.nth(2).getByText(/W 1500 L -600 HU/)).toBeVisible();
    await all.nth(1).focus();
    await page.keyboard.press('3');
    for (let at = 0; at < 3; at += 1) await expect(all.nth(at).getByText(/W 350 L 50 HU/)).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
    await viewer(page).getByText('Axial', { exact: true }).click();
    await expect(measurements(page)).toHaveCount(2);
    await expect(readout(page)).toContainText('W 350 L 50 HU');
  });

  await test.step('one to one, slabs have the pixels that core makes of the files', async () => {
    const volume = await chestVolume();
    for (const plane of ['axial', 'coronal'] as const) {
      await viewer(page)
        .getByText(plane === 'axial' ? 'Axial' : 'Coronal', { exact: true })
        .click();
      await viewer(page).getByLabel('Thickness of the slab').selectOption('10');
      const canvas = viewer(page).getByTestId(`plane-${plane}`);
      await expect(canvas).toBeVisible();
      await pane(page).focus();
      await page.keyboard.press('*');
      await expect(pane(page).getByText(/ px · 100 % · W 350 L 50 HU/)).toBeVisible();
      const placeOf = async (name: string) =>
        Number.parseInt(
          /\d+/.exec((await viewer(page).getByTestId(name).textContent()) ?? '')?.[0] ?? '',
          10,
        ) - 1;
      const y = plane === 'axial' ? 0 : await placeOf('exam-place-coronal');
      const at = { x: 0, y, z: await placeOf('exam-place') };
      for (const [projection, words] of projections) {
        await expect(viewer(page).getByRole('radio', { name: words, exact: true })).toBeChecked();
        const made = reformat(volume, plane, at, { slabMm: 10, projection });
        await expect.poll(() => wrongPixels(canvas, made), `${plane} ${words}`).toBe(0);
        await page.keyboard.press(',');
      }
      await page.keyboard.press('0');
      await expect(pane(page).getByText(/ px · 100 %/)).toHaveCount(0);
    }
    await viewer(page).getByText('Axial', { exact: true }).click();
    await viewer(page).getByLabel('Thickness of the slab').selectOption('0');
    await expect(measurements(page)).toHaveCount(2);
    await expect(readout(page)).toContainText('W 350 L 50 HU');
  });

  await test.step('a review keeps what was measured, also after a reload', async () => {
    const list = viewer(page).getByRole('list', { name: 'Measurements of the reader' });
    const words = await list.getByRole('listitem').allTextContents();
    expect(words).toHaveLength(2);
    await expect(viewer(page)).toContainText('Measurements are kept with the report while you review it.');
    const review = await takeReview(page);
    await expect(review.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveText(words);
  });
  expect(complaints).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('one finger scrolls the page until a tool is chosen, and presets are at hand', async ({ page }) => {
    test.setTimeout(400_000);
    await openChestExam(page);
    await viewer(page).getByRole('button', { name: 'Window presets' }).tap();
    await page.getByRole('menuitem', { name: 'Mediastinum' }).tap();
    await expect(readout(page)).toContainText('W 350 L 50 HU');
    await viewer(page)
      .getByRole('button', { name: /^Findings \(\d+\)$/ })
      .tap();
    const sheet = page.getByRole('dialog', { name: 'Findings' });
    await sheet.getByRole('button', { pressed: true }).first().tap();
    await expect(sheet).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
