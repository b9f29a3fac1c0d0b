import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { pdfText } from '../support/pdf-text.ts';
import { complaintsOf } from '../support/screens.ts';
import { chestFrames, chestSeries, transcoded, zipOf } from '../support/series.ts';
import { boxOf } from '../support/stage.ts';

const place = (page: Page) => page.getByTestId('slice-place');
const stage = (page: Page) => page.getByTestId('viewer-stage');
const panel = (page: Page) => page.getByRole('region', { name: 'Series in the background' });
const analyseButton = (page: Page) => page.getByRole('button', { name: 'Analyze Image' });
const patientId = () => `SERIES-${Date.now()}`;

async function openZip(page: Page, count: number, typed = patientId()): Promise<void> {
  const buffer = await zipOf(await chestSeries(count));
  await page.goto('/lung-analysis');
  if (typed !== '') await page.getByLabel('Patient ID (Required)').fill(typed);
  await page
    .getByLabel('Open a Series', { exact: true })
    .setInputFiles({ name: 'thorax.zip', mimeType: 'application/zip', buffer });
  await expect(place(page)).toHaveText(`Slice ${Math.floor(count / 2) + 1} of ${count}`);
}

test('a series in a ZIP opens in its middle; wheel, keys, slider and buttons lead through it', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await openZip(page, 5, '');
  await expect(page.getByText('5 slices, in the order of their position.', { exact: false })).toContainText(
    'The middle one is shown first, as is usual for CT.',
  );
  await expect(stage(page).getByText(/512 × 512 px/)).toBeVisible();

  await stage(page).hover();
  await page.mouse.wheel(0, 100);
  await expect(place(page)).toHaveText('Slice 4 of 5');
  await page.mouse.wheel(0, -100);
  await expect(place(page)).toHaveText('Slice 3 of 5');
  await stage(page).focus();
  for (const [key, slice] of [
    ['ArrowDown', 4],
    ['ArrowUp', 3],
    ['End', 5],
    ['Home', 1],
    ['PageDown', 5],
    ['PageUp', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(place(page), key).toHaveText(`Slice ${slice} of 5`);
  }
  await page.getByRole('button', { name: 'Next slice' }).click();
  await expect(place(page)).toHaveText('Slice 2 of 5');
  await page.getByRole('slider', { name: 'Slice' }).fill('4');
  await expect(place(page)).toHaveText('Slice 4 of 5');
  await expect(page.getByLabel('Patient ID (Required)')).toHaveValue('SERIES-7');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(complaints).toEqual([]);
});

/** What is drawn once it rests, and is not what was before. */
async function drawnOtherThan(before: string | undefined, page: Page): Promise<string> {
  let last = '';
  await expect(async () => {
    const [earlier, now] = [last, await drawn(page)];
    last = now;
    expect([now === earlier, now === before]).toEqual([true, false]);
  }).toPass({ intervals: [500], timeout: 60_000 });
  return last;
}

/** The middle of the drawn picture, for comparison. */
async function drawn(page: Page): Promise<string> {
  const { middle } = await boxOf(stage(page));
  const clip = { x: middle.x - 100, y: middle.y - 100, width: 200, height: 200 };
  return (await page.screenshot({ clip })).toString('base64');
}

const [jpegLossless, jpegLs] = ['1.2.840.10008.1.2.4.70', '1.2.840.10008.1.2.4.80'];
const [jpeg2000, htj2k] = ['1.2.840.10008.1.2.4.90', '1.2.840.10008.1.2.4.201'];

test('compressed slices are shown before any analysis, by codecs that are fetched with the first of them', async ({
  page,
}) => {
  const codecs: string[] = [];
  page.on('request', (request) => request.url().endsWith('.wasm') && codecs.push(request.url()));
  const slices = await chestSeries(4);
  // The first slice shows one picture, the others another.
  const syntaxes = [jpegLossless, jpegLs, jpeg2000, htj2k];
  const files = await Promise.all(
    slices.map(async ({ name, bytes }, index) => {
      const buffer = await transcoded(bytes, syntaxes[index] ?? jpegLossless);
      return { name, mimeType: 'application/dicom', buffer };
    }),
  );
  await signIn(page);
  await openZip(page, 4);
  await expect(stage(page).getByText(/512 × 512 px/)).toBeVisible();
  await stage(page).focus();
  const plain: string[] = [];
  for (const [key, number] of [
    ['Home', 1],
    ['ArrowDown', 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect(place(page)).toHaveText(`Slice ${number} of 4`);
    plain.push(await drawnOtherThan(plain[0], page));
  }
  expect(plain[0]).not.toBe(plain[1]);
  expect(codecs).toEqual([]);

  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(files);
  await expect(place(page)).toHaveText('Slice 3 of 4');
  await expect(stage(page).getByText(/512 × 512 px/)).toBeVisible();
  await stage(page).focus();
  await page.keyboard.press('Home');
  for (const [index, syntax] of syntaxes.entries()) {
    await expect(async () => expect(await drawn(page), syntax).toBe(plain[Math.min(index, 1)])).toPass();
    await page.keyboard.press('ArrowDown');
  }
  expect(codecs.length).toBe(1);
});

/**
 * Records the name of each file sent as `image`, since the browser does not expose multipart contents.
 */
async function noteSentImages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      const image = body instanceof FormData ? body.get('image') : null;
      if (image instanceof File) document.documentElement.dataset.sentImage = image.name;
      send.call(this, body);
    };
  });
}

test('the chosen slice alone is analysed, and leads back to the others', async ({ page }) => {
  await noteSentImages(page);
  await signIn(page);
  await openZip(page, 3);
  await stage(page).hover();
  await page.mouse.wheel(0, 100);
  await expect(place(page)).toHaveText('Slice 3 of 3');
  await analyseButton(page).click();
  // IM1 is the last slice by position, though the first by name.
  await expect(page.locator('html')).toHaveAttribute('data-sent-image', 'IM1');
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText('Slice 3 of 3', { timeout: 80_000 });
  await page.mouse.wheel(0, -100);
  await expect(place(page)).toHaveText('Slice 3 of 3');
  await page.getByRole('button', { name: 'Back to the slices' }).click();
  await page.keyboard.press('Tab');
  await stage(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(place(page)).toHaveText('Slice 2 of 3');
  await expect(analyseButton(page)).toBeEnabled();
});

test('a frame of a multi-frame file is analysed, and report, PDF and export speak of it', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/lung-analysis');
  await page.getByLabel('Patient ID (Required)').fill(patientId());
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles({
    name: 'stack.dcm',
    mimeType: 'application/dicom',
    buffer: Buffer.from(await chestFrames()),
  });
  await expect(place(page)).toHaveText('Frame 2 of 3');
  await stage(page).focus();
  await analyseButton(page).click();
  const middle = page.getByRole('article', { name: 'Report' });
  await expect(middle).toContainText('Frame 2 of 3 (the middle)', { timeout: 80_000 });
  await page.getByRole('button', { name: 'Back to the slices' }).click();
  await stage(page).focus();
  await page.keyboard.press('End');
  await expect(place(page)).toHaveText('Frame 3 of 3');
  await analyseButton(page).click();
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText('Frame 3 of 3', { timeout: 80_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Report' }).click(),
  ]);
  expect((await pdfText(await download.path())).join(' ')).toContain('Frame 3 of 3');
  await page.getByRole('link', { name: 'Open the stored report' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Frame 3 of 3' })).toBeVisible();
});

test('an exam is read in the background over a broken connection, to one report with its slices', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const complaints = complaintsOf(page);
  const id = patientId();
  await signIn(page);
  await openZip(page, 4);
  await page.getByLabel('Patient ID (Required)').fill(id);
  // The connection breaks twice.
  let broken = 0;
  await page.route('**/batches/*/slices/**', (route) => {
    broken += 1;
    return broken <= 2 ? route.abort('connectionreset') : route.continue();
  });
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  const dialog = page.getByRole('dialog', { name: 'Analyze exam' });
  await expect(dialog).toContainText(`All 4 slices of patient ${id} are read as one exam`);
  await expect(dialog).toContainText('one report, which counts as one analysis');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(panel(page)).toContainText(/of 4 slices read/);
  // It survives navigation.
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(panel(page)).toContainText('4 of 4 slices read, the report is ready', { timeout: 240_000 });
  await page.unrouteAll({ behavior: 'wait' });
  // The panel is shown again after a reload, until the report is opened.
  await page.reload();
  await expect(panel(page)).toContainText('4 of 4 slices read');
  await panel(page).getByRole('link', { name: 'Open the report' }).click();
  await expect(panel(page)).toHaveCount(0);
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText('Exam of 4 images');
  await expect(report).toContainText('Conclusion');
  const viewer = page.getByRole('region', { name: 'Images of the exam' });
  const at = viewer.getByTestId('exam-place');
  await viewer.getByRole('slider', { name: 'Slice' }).fill('1');
  await expect(at).toContainText('Slice 1 of 4');
  await viewer.getByRole('group').focus();
  await page.keyboard.press('ArrowDown');
  await expect(at).toContainText('Slice 2 of 4');
  await page.keyboard.press('End');
  await expect(at).toContainText('Slice 4 of 4');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.reload();
  await expect(report).toContainText('Exam of 4 images');
  await expect(panel(page)).toHaveCount(0);
  await page.goto('/series');
  await expect(page.getByRole('row').filter({ hasText: id })).toContainText('4 of 4 slices read');
  await page.goto(`/analysis-history?type=lung&q=${id}`);
  const row = page.getByRole('article').filter({ hasText: id });
  await expect(row).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^lung-ct-report-${id}-`));
  const printed = (await pdfText(await download.path())).join(' ');
  expect(printed).toContain('Chest CT Exam Report');
  expect(printed).toContain('Exam of 4 images');
  expect(complaints.filter((text) => !text.includes('ERR_CONNECTION_RESET'))).toEqual([]);
});

test('an exam is canceled, and nothing of it is kept', async ({ page }) => {
  test.setTimeout(200_000);
  await signIn(page);
  await openZip(page, 12);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(panel(page)).toContainText(/[1-9]\d* of 12 slices read/, { timeout: 120_000 });
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page)).toContainText('Canceled: Nothing of the exam is kept, and nothing was charged.');
});
