import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';
import { complaintsOf } from '../support/screens.ts';
import { settledZoomOf, zoomOf } from '../support/stage.ts';

/** Pixel Spacing (0028,0030) of ct_a0002_08.dcm. */
const spacingMm = 0.646484375;

const stage = (page: Page) => page.getByTestId('viewer-stage');
const readout = (page: Page) => stage(page).getByText(/^\d+ × \d+ px/);
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Viewer tools' });

/** Opens a module's screen with a picture and waits until it is drawn. */
async function open(page: Page, path: string, file: string): Promise<void> {
  await signIn(page);
  await page.goto(path);
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(file);
  await expect(readout(page)).toBeVisible();
}

async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await toolbar(page).getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: false }).click();
}

/** Mean grey of a patch about a point of the stage, given as shares of its width and height. */
async function greyAt(page: Page, x: number, y: number): Promise<number> {
  const box = await stage(page).boundingBox();
  if (!box) throw new Error('no stage');
  const clip = { x: box.x + x * box.width - 4, y: box.y + y * box.height - 4, width: 8, height: 8 };
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return data.reduce((sum, value, at) => sum + (at % 4 === 1 ? value : 0), 0) / (data.length / 4);
  }, picture);
}

test('window presets of the chest, by menu and by key', async ({ page }) => {
  await open(page, '/lung-analysis', samplePath('lung/ct_a0002_08.dcm'));
  await expect(readout(page)).toContainText('W 1500 L -600 HU');
  await choose(page, 'Window presets', 'Mediastinum');
  await expect(readout(page)).toContainText('W 350 L 50 HU');
  await stage(page).press('4');
  await expect(readout(page)).toContainText('W 1800 L 400 HU');
  await stage(page).press('1');
  await expect(readout(page)).toContainText('W 1500 L -600 HU');
});

test('a mammogram has a full and a narrow window', async ({ page }) => {
  await open(page, '/breast-analysis', samplePath('breast/cesm_p188_r_dm_mlo.png'));
  await choose(page, 'Window presets', 'Narrow');
  await expect(readout(page)).not.toContainText(/W 255 L 12[78]/);
  await choose(page, 'Window presets', 'Full range');
  // The greatest value of this picture, least 0.
  await expect(readout(page)).toContainText('W 223 L 112');
  await choose(page, 'Window presets', 'As opened');
  await expect(readout(page)).toContainText('W 255 L 128');
});

test('a picture is turned and flipped as it is seen, and reset', async ({ page }) => {
  await open(page, '/breast-analysis', samplePath('breast/cesm_p188_r_dm_mlo.png'));
  // The pectoral muscle fills the upper right of this view; the upper left is air.
  const isBright = async (x: number, y: number) => (await greyAt(page, x, y)) > 40;
  await expect.poll(() => isBright(0.68, 0.05)).toBe(true);
  await expect.poll(() => isBright(0.34, 0.05)).toBe(false);
  const whole = await settledZoomOf(page);
  const lens = stage(page).getByTestId('magnifier');
  await choose(page, 'Rotate, flip and zoom', 'Magnifier');
  expect(Number(await lens.getAttribute('data-scale'))).toBeGreaterThanOrEqual(1);
  await page.mouse.move(2, 2);
  await stage(page).hover({ position: { x: 300, y: 300 } });
  await expect(lens).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(lens).toBeHidden();
  await stage(page).press('y');
  await expect(lens).toHaveCount(0);
  await choose(page, 'Rotate, flip and zoom', 'Flip left to right');
  await expect.poll(() => isBright(0.34, 0.05)).toBe(true);
  await stage(page).press('v');
  await expect.poll(() => isBright(0.34, 0.95)).toBe(true);
  await choose(page, 'Rotate, flip and zoom', 'Rotate 90° clockwise');
  await expect.poll(() => isBright(0.04, 0.3)).toBe(true);
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(whole);
  await toolbar(page).getByRole('button', { name: 'Reset', exact: true }).click();
  await expect.poll(() => isBright(0.68, 0.05)).toBe(true);
  await expect.poll(() => zoomOf(page)).toBe(whole);
});

test('measures 20 mm within 0.2 by the spacing of the file, an ellipse in HU, and takes them back', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await open(page, '/lung-analysis', samplePath('lung/ct_a0002_08.dcm'));
  const box = await stage(page).boundingBox();
  if (!box) throw new Error('no stage');
  // CSS pixels of 20 mm: the file's own spacing at the zoom that shows all of 512 pixels.
  const perPixel = Math.min(box.width, box.height) / 512;
  const twentyMm = (20 / spacingMm) * perPixel;
  const drag = async (fromX: number, fromY: number, toX: number, toY: number) => {
    await page.mouse.move(box.x + fromX, box.y + fromY);
    await page.mouse.down();
    await page.mouse.move(box.x + toX, box.y + toY, { steps: 8 });
    await page.mouse.up();
  };
  const measurements = page.getByRole('list', { name: 'Measurements' }).getByRole('listitem');
  /** Draws the `count`-th; again if the tool menu was still over the picture. */
  const draw = (count: number, ...path: Parameters<typeof drag>) =>
    expect(async () => {
      if ((await measurements.count()) < count) await drag(...path);
      await expect(measurements).toHaveCount(count, { timeout: 4_000 });
    }).toPass({ timeout: 30_000 });
  await choose(page, 'Measure', 'Length');
  await draw(1, 200, 200, 200 + twentyMm, 200);
  await expect(measurements).toHaveText(/^\d+\.\d mm$/);
  const length = Number.parseFloat((await measurements.textContent()) ?? '');
  expect(Math.abs(length - 20)).toBeLessThanOrEqual(0.2);
  await choose(page, 'Measure', 'Ellipse');
  await draw(2, 300, 300, 340, 330);
  await expect(measurements.nth(1)).toContainText(
    /Mean -?\d+\.\d HU, SD \d+\.\dMin -?\d+, max -?\d+ HUArea \d+\.\d mm²/,
  );
  await stage(page).press('#');
  await draw(3, 400, 300, 404, 300);
  await expect(measurements.nth(2)).toContainText(/^-?\d+ HUx \d+, y \d+$/);
  await stage(page).press('Delete');
  await expect(measurements).toHaveCount(2);
  await stage(page).press('t');
  await expect(measurements.first()).toHaveText(`${length.toFixed(1)} mm`);
  await choose(page, 'Measure', 'Clear all measurements');
  await expect(measurements).toHaveCount(0);
  await stage(page).press('u');
  await expect(measurements).toHaveCount(2);
  await expect(measurements.first()).toHaveText(`${length.toFixed(1)} mm`);
  expect(complaints).toEqual([]);
});

test('without spacing lengths are in pixels, and the viewer says so', async ({ page }) => {
  await open(page, '/breast-analysis', samplePath('breast/cesm_p188_r_dm_mlo.png'));
  await stage(page).press('l');
  const box = await stage(page).boundingBox();
  if (!box) throw new Error('no stage');
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 200, { steps: 8 });
  await page.mouse.up();
  const measurement = page.getByRole('list', { name: 'Measurements' }).getByRole('listitem');
  await expect(measurement).toHaveText(/^\d+\.\d px \(no spacing\)$/);
});

test('the help sheet lists the keys, and menus and sheet pass axe in both themes without a complaint', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await open(page, '/lung-analysis', samplePath('lung/ct_a0002_08.dcm'));
  await stage(page).press('?');
  const help = page.getByRole('dialog', { name: 'Keys of this screen' });
  await expect(help).toContainText('Mediastinum');
  await expect(help).toContainText('Rotate 90° clockwise');
  const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const inspect = async (where: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 100)}`);
      expect.soft(found, `${where}, ${colorScheme}`).toEqual([]);
    }
  };
  await inspect('help');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const buttons = toolbar(page).getByRole('button');
  for (const box of await buttons.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().toJSON()),
  )) {
    if (box.width === 0) continue;
    expect.soft(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    expect.soft(box.right).toBeLessThanOrEqual(390);
  }
  for (const menu of ['Measure', 'Window presets', 'Rotate, flip and zoom']) {
    await toolbar(page).getByRole('button', { name: menu, exact: true }).click();
    await expect(page.getByRole('menu', { name: menu })).toBeVisible();
    await inspect(menu);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});
