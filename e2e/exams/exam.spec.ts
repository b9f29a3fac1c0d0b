import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { breastExam, chestExam, headExam } from '../phantom/exams.ts';
import { signIn } from '../support/clinician.ts';
import { pdfText } from '../support/pdf-text.ts';
import { complaintsOf } from '../support/screens.ts';
import { chestSeries } from '../support/series.ts';
import { boxOf } from '../support/stage.ts';

const viewer = (page: Page) => page.getByRole('region', { name: 'Images of the exam' });

/** Sends files as one exam and opens its report. */
type Chosen =
  | readonly string[]
  | readonly { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[];

async function readExam(page: Page, route: string, { id, files }: { id: string; files: Chosen }) {
  await signIn(page);
  await page.goto(route);
  await page.getByLabel('Patient ID (Required)').fill(id);
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles([...files] as string[]);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await expect(panel).toContainText('the report is ready', { timeout: 240_000 });
  await panel.getByRole('link', { name: 'Open the report' }).click();
  await expect(viewer(page)).toBeVisible();
}

/** The pixels of a plane: its size, and how much of it is neither black nor white. */
function pictureOf(canvas: Locator) {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(width, height);
    const context = copy.getContext('2d', { willReadFrequently: true });
    context?.drawImage(element as HTMLCanvasElement, 0, 0);
    const rgba = context?.getImageData(0, 0, width, height).data ?? [];
    let [grey, coloured, sum] = [0, 0, 0];
    for (let at = 0; at < rgba.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [rgba[at], rgba[at + 1], rgba[at + 2]];
      if (red > 0 && red < 255) grey += 1;
      if (red !== green || red !== blue) coloured += 1;
      sum += red;
    }
    const count = width * height;
    return { width, height, grey: grey / count, coloured, mean: sum / count };
  });
}

async function expectNoViolations(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colors change by and by.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectToFitPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
}

test('a head CT is read as one exam: conclusion, findings, key slices, history and PDF', async ({ page }) => {
  test.setTimeout(400_000);
  const complaints = complaintsOf(page);
  const { files: head } = await headExam();
  const id = `HEAD-${Date.now()}`;
  await readExam(page, '/brain-analysis', { id, files: head });

  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText(`Exam of ${head.length} images`);
  await expect(report).toContainText('intracranial hemorrhage');
  const place = viewer(page).getByTestId('exam-place');
  const keys = viewer(page).getByRole('list', { name: 'Key slices' }).getByRole('button');
  await keys.first().click();
  await expect(keys.first()).toHaveAttribute('aria-pressed', 'true');
  const found = viewer(page).getByRole('list', { name: 'Findings of the exam' }).getByRole('button');
  await expect(found).not.toHaveCount(0);
  await viewer(page).getByRole('group').focus();
  await page.keyboard.press('Home');
  await expect(place).toContainText(`Slice 1 of ${head.length}`);
  await page.keyboard.press('n');
  await expect(place).not.toContainText('Slice 1 of');
  await expectNoViolations(page);
  await expectToFitPhone(page);
  await expect(viewer(page).getByRole('slider', { name: 'Slice' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/analysis-history?type=brain-ct&q=${id}`);
  const row = page.getByRole('article').filter({ hasText: id });
  await expect(row).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^brain-ct-report-${id}-`));
  const printed = (await pdfText(await download.path())).join(' ');
  expect(printed).toContain('Head CT Exam Report');
  expect(printed.indexOf('Conclusion')).toBeLessThan(printed.indexOf('Midline shift'));
  expect(complaints).toEqual([]);
});

test('a chest CT is seen in three planes and as a slab, with its mass on all of them', async ({ page }) => {
  test.setTimeout(400_000);
  const complaints = complaintsOf(page);
  await readExam(page, '/lung-analysis', {
    id: `CHEST-${Date.now()}`,
    files: (await chestExam()).files,
  });
  const planes = viewer(page).getByRole('radiogroup', { name: 'Plane' });
  const plane = (name: string) => viewer(page).getByTestId(`plane-${name}`);
  await planes.getByText('Three planes', { exact: true }).click();
  await expect(plane('sagittal')).toBeVisible({ timeout: 60_000 });
  // 30 slices of 8 mm, 512 pixels of 0.646 mm: true to scale.
  const pane = (name: RegExp) => viewer(page).getByRole('group', { name });
  await expect(pane(/^Slice/).getByText(/^512 × 512 px/)).toBeVisible();
  const height = Math.round((30 * 8) / 0.646484375);
  await expect(pane(/^Coronal/).getByText(`512 × ${height} px`)).toBeVisible();
  await expect.poll(async () => (await pictureOf(plane('coronal'))).grey).toBeGreaterThan(0.1);

  await viewer(page).getByRole('button', { name: /^Mass/ }).click();
  await expect(viewer(page).getByTestId('crosshair')).toHaveCount(3);
  await expect(viewer(page).getByTestId('exam-mark')).toHaveCount(3);
  await viewer(page).getByRole('group').first().focus();
  await page.keyboard.press('o');
  await expect.poll(async () => (await pictureOf(plane('coronal'))).coloured).toBeGreaterThan(500);
  await page.keyboard.press('o');
  const thin = await pictureOf(plane('axial'));
  await viewer(page).getByLabel('Thickness of the slab').selectOption('20');
  await expect.poll(async () => (await pictureOf(plane('axial'))).mean).toBeGreaterThan(thin.mean);

  const before = await viewer(page).getByTestId('exam-place-coronal').textContent();
  await viewer(page)
    .getByRole('group', { name: /^Slice/ })
    .click({ position: { x: 200, y: 200 } });
  await expect(viewer(page).getByTestId('exam-place-coronal')).not.toHaveText(before ?? '');
  await viewer(page)
    .getByRole('group', { name: /^Coronal/ })
    .focus();
  await page.keyboard.press('Home');
  await expect(viewer(page).getByTestId('exam-place-coronal')).toHaveText('Coronal 1 of 512');
  await expectNoViolations(page);

  await expectToFitPhone(page);
  await expect(planes.getByText('Three planes', { exact: true })).toBeHidden();
  await planes.getByText('Coronal', { exact: true }).click();
  await expect(plane('coronal')).toBeVisible();
  await expect(viewer(page).getByRole('slider', { name: 'Coronal' })).toBeVisible();
  await expectNoViolations(page);
  expect(complaints).toEqual([]);
});

test('a mammography hangs four-up on the stage, back to back and linked, with all its tools', async ({
  page,
}) => {
  test.setTimeout(400_000);
  const complaints = complaintsOf(page);
  await readExam(page, '/breast-analysis', {
    id: `BREAST-${Date.now()}`,
    files: (await breastExam()).files,
  });
  const view = (name: string) => viewer(page).getByRole('group', { name });
  const readout = (name: string) => view(name).getByText(/^\d+ × \d+ px/);
  const zoom = async (name: string) => / (\d+) %/.exec((await readout(name).textContent()) ?? '')?.[1];
  const [rightCc, leftCc, rightMlo] = [
    await boxOf(view('Right CC')),
    await boxOf(view('Left CC')),
    await boxOf(view('Right MLO')),
  ];
  expect(rightCc.x + rightCc.width).toBeLessThan(leftCc.x + 4);
  expect(rightMlo.y).toBeGreaterThan(rightCc.y + rightCc.height - 4);
  // The files name side and view: nothing is to be checked.
  await expect(viewer(page)).not.toContainText('told from the picture');
  const names = ['Right CC', 'Left CC', 'Right MLO', 'Left MLO'];
  for (const name of names) {
    const canvas = view(name).locator('canvas').first();
    await expect.poll(async () => (await pictureOf(canvas)).grey, { timeout: 60_000 }).toBeGreaterThan(0.02);
  }
  for (const name of names) await expect.poll(() => zoom(name)).toBe(await zoom('Right CC'));
  await page.screenshot({ path: test.info().outputPath('views.png') });
  await expectNoViolations(page);

  await view('Left MLO').focus();
  const whole = await zoom('Right CC');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(() => zoom('Right CC')).not.toBe(whole);
  await expect.poll(() => zoom('Right CC')).toBe(await zoom('Left MLO'));
  await page.keyboard.press('0');
  await expect.poll(() => zoom('Right CC')).toBe(whole);
  // One window for all of them; what is measured stays with its view.
  const opened = await readout('Right CC').textContent();
  await page.keyboard.press(']');
  await expect.poll(() => readout('Right CC').textContent()).not.toBe(opened);
  await page.keyboard.press('r');
  await expect.poll(() => readout('Right CC').textContent()).toBe(opened);
  await page.keyboard.press('l');
  // On the breast, which lies at the left of its pane: nothing is measured beside the image.
  const { x, middle } = await boxOf(view('Left MLO'));
  await page.mouse.move(x + 30, middle.y);
  await page.mouse.down();
  await page.mouse.move(x + 90, middle.y, { steps: 4 });
  await page.mouse.up();
  const labels = viewer(page).getByRole('list', { name: 'Measurements', exact: true });
  const measured = labels.getByRole('listitem');
  await expect(measured).toHaveCount(1);

  await page.keyboard.press(' ');
  await expect(view('Left MLO')).toHaveCount(0);
  await expect(view('Left CC')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('both-cc.png') });
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await expect(view('Left MLO')).toHaveCount(0);
  await expect(view('Right CC')).toBeFocused();
  await expect(measured).toHaveCount(0);
  await page.keyboard.press('y');
  await expect(viewer(page).getByTestId('magnifier')).toBeVisible();
  const scale = Number(await viewer(page).getByTestId('magnifier').getAttribute('data-scale'));
  expect(scale).toBeGreaterThanOrEqual(1);
  await page.keyboard.press('y');
  await page.keyboard.press('1');
  await expect(view('Left MLO')).toBeVisible();
  await expect(measured).toHaveCount(1);

  // The view that is worked on becomes a key image, which is shown again enlarged as it was.
  await view('Left MLO').focus();
  await page.keyboard.press('+');
  await expect.poll(() => zoom('Left MLO')).not.toBe(whole);
  await page.keyboard.press('k');
  const chosen = viewer(page).getByRole('list', { name: 'Key images of the reader' }).getByRole('listitem');
  await expect(chosen).toHaveText(/^Left MLO, W \d+ L \d+$/);
  await page.keyboard.press('0');
  await expect.poll(() => zoom('Left MLO')).toBe(whole);
  await chosen.getByRole('button').first().click();
  await expect.poll(() => zoom('Left MLO')).not.toBe(whole);

  await expectToFitPhone(page);
  await page.reload();
  await expect(viewer(page).getByRole('radiogroup', { name: 'Views' })).toBeVisible();
  await expect(viewer(page).getByRole('list', { name: 'Views' }).getByRole('listitem')).toHaveCount(1);
  await expectNoViolations(page);
  expect(complaints).toEqual([]);
});

test('of several series the suggested one is marked, another is taken, and the report tells both', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const complaints = complaintsOf(page);
  const of = async (uid: string, count: number, thickness: string, kernel: string) => {
    const slices = await chestSeries(count, {
      ...{ '0018,0050': ['DS', thickness], '0018,1210': ['SH', kernel], '0020,000e': ['UI', uid] },
    });
    return slices.map(({ name, bytes }) => ({
      name: `${uid}-${name}`,
      mimeType: 'application/dicom',
      buffer: Buffer.from(bytes),
    }));
  };
  const files = [...(await of('1.2.826.5', 5, '5', 'B30f')), ...(await of('1.2.826.6', 4, '1', 'B60s'))];
  await signIn(page);
  await page.goto('/lung-analysis');
  await page.getByLabel('Patient ID (Required)').fill(`SERIES-${Date.now()}`);
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(files);
  const choice = page.getByRole('group', { name: /^Series: 2 among these files/ });
  const suggested = 'suggested: the thinnest slices of the whole region';
  await expect(choice.getByText(`4 slices, 1 mm thick, kernel B60s · ${suggested}`)).toBeVisible();
  await expect(choice.getByRole('radio').nth(1)).toBeChecked();
  await expect(page.getByTestId('slice-place')).toHaveText('Slice 3 of 4');
  await choice.getByRole('radio').nth(0).check();
  await expect(page.getByTestId('slice-place')).toHaveText('Slice 3 of 5');
  await expectToFitPhone(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Series: 5 slices, 5 mm thick, kernel B30f. 1 other series is not read');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await expect(panel).toContainText('the report is ready', { timeout: 120_000 });
  await panel.getByRole('link', { name: 'Open the report' }).click();
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText('5 slices, 5 mm thick, kernel B30f; chosen by the user');
  await expect(report).toContainText('4 slices, 1 mm thick, kernel B60s');

  // Another series of the finished exam: the files are still open here, nothing is asked for again.
  const first = page.url().split('/').pop() ?? '';
  const listed = page.getByRole('region', { name: 'Series of this exam' });
  await expect(listed).toContainText('it counts as one more analysis');
  await expectToFitPhone(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(panel).toHaveCount(0);
  await listed.getByRole('button', { name: 'Read this series' }).click();
  await expect(page.getByText('Another series of an exam')).toBeVisible();
  await expect(page.getByTestId('slice-place')).toHaveText('Slice 3 of 4');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await expect(dialog).toContainText(`The exam of report ${first} is read again from another series`);
  await expect(dialog).toContainText('one more analysis');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(panel).toContainText('the report is ready', { timeout: 120_000 });
  await panel.getByRole('link', { name: 'Open the report' }).click();
  await expect(report).toContainText(`The same exam was read before from another series (report ${first}).`);
  await expect(report).not.toContainText('Compared with the exam of');
  await listed.getByRole('link', { name: 'open that report' }).click();
  await expect(listed.getByRole('link', { name: 'Open its report' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('PNG slices are one exam in the order of their names, with lengths in pixels', async ({ page }) => {
  test.setTimeout(240_000);
  const complaints = complaintsOf(page);
  const samples = resolve(import.meta.dirname, '../../apps/web/public/samples/brain-ct');
  const picture = (name: string) => readFileSync(join(samples, name));
  const [calm, bleeding] = [picture('ct_normal_ventricles_061_12.png'), picture('ct_subdural_071_32.png')];
  const files = [10, 2, 1].map((number) => ({
    name: `im${number}.png`,
    mimeType: 'image/png',
    buffer: number === 10 ? bleeding : calm,
  }));
  await readExam(page, '/brain-analysis', { id: `PNG-${Date.now()}`, files });
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText('Exam of 3 images');
  await expect(report).toContainText('slice positions unknown, ordered by file name');
  await expect(report).toContainText('no pixel size: lengths in shares of the skull');
  // The last by name is the one that differs.
  await viewer(page).getByRole('group').focus();
  await page.keyboard.press('End');
  await expect(viewer(page).getByTestId('exam-place')).toContainText('Slice 3 of 3');
  expect(complaints).toEqual([]);
});
