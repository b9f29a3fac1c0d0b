import { expect, type Page, type Response, test } from '@playwright/test';
import { analyse, samplePath, signIn } from '../support/clinician.ts';

const modules = [
  { path: '/breast-analysis', title: 'Breast Analysis', samples: 4, hasViews: true },
  { path: '/lung-analysis', title: 'Lung CT Analysis', samples: 10, hasViews: true },
  { path: '/brain-analysis', title: 'Brain Image Classification', samples: 6, hasViews: false },
  { path: '/cervix-analysis', title: 'Cervix Image Analysis', samples: 6, hasViews: true },
];
const views = ['Input Image', 'Segmented Image', 'Overlay Image'];

const patientField = (page: Page) => page.getByLabel('Patient ID (Required)');
const analyseButton = (page: Page) => page.getByRole('button', { name: 'Analyze Image' });
const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download Report' });
const report = (page: Page) => page.getByRole('article', { name: 'Report' });
const stage = (page: Page) => page.getByTestId('viewer-stage');
const sample = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).first();
const isProcess = (reply: Response) => reply.url().endsWith('/process/');

/** What the bar of uploads reads, e.g. [3, 200]. */
async function usage(page: Page): Promise<[uploaded: number, limit: number]> {
  const words = page.getByText(/^\d+ of \d+$/);
  await expect(words).toBeVisible();
  const [uploaded = Number.NaN, limit = Number.NaN] = ((await words.textContent()) ?? '')
    .split(' of ')
    .map(Number);
  return [uploaded, limit];
}

/** Where one of the colours fills a block of 7x7 pixels of a picture, as shares of its width and height. */
async function findColour(page: Page, url: string, colours: readonly string[]) {
  const find = async (order: { url: string; colours: readonly string[] }) => {
    const bitmap = await createImageBitmap(await (await fetch(order.url)).blob());
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const isAt = (x: number, y: number, wanted: number) => {
      const at = 4 * (y * width + x);
      return [16, 8, 0].every(
        (shift, channel) => Math.abs((data[at + channel] ?? 0) - ((wanted >> shift) & 255)) <= 4,
      );
    };
    const fills = (x: number, y: number, wanted: number) =>
      Array.from({ length: 49 }, (_, index) => index).every((index) =>
        isAt(x - 3 + (index % 7), y - 3 + Math.floor(index / 7), wanted),
      );
    for (const colour of order.colours) {
      const wanted = Number.parseInt(colour.slice(1), 16);
      for (let y = 3; y < height - 3; y += 2)
        for (let x = 3; x < width - 3; x += 2)
          if (isAt(x, y, wanted) && fills(x, y, wanted))
            return { colour, x: (x + 0.5) / width, y: (y + 0.5) / height };
    }
    return null;
  };
  const place = await page.evaluate(find, { url, colours });
  if (!place) throw new Error('no coloured region in the segmented picture');
  return place;
}

/** Moves the mouse over a point of the overlay. */
async function hoverLayer(page: Page, place: { x: number; y: number }): Promise<void> {
  const box = await stage(page).locator('[aria-hidden=true] > canvas').boundingBox();
  if (!box) throw new Error('no layer on the picture');
  await page.mouse.move(box.x + place.x * box.width, box.y + place.y * box.height, { steps: 2 });
}

test('every module opens on the shared screen: generated ID, upload, samples, viewer of 80 % of the window', async ({
  page,
  request,
}) => {
  await signIn(page);
  for (const { path, title, samples, hasViews } of modules) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect.soft(patientField(page), title).toHaveValue(/^\d{4}$/);
    await expect.soft(page.getByText('generated', { exact: true }), title).toBeVisible();
    const picker = page.getByLabel('Upload Image', { exact: true });
    await expect.soft(picker, title).toHaveAttribute('accept', 'image/*,.dcm,application/dicom');
    const gallery = page.getByRole('region', { name: 'Sample images' });
    await expect.soft(gallery.getByRole('button'), title).toHaveCount(samples);
    for (const source of await gallery
      .locator('img')
      .evaluateAll((all: HTMLImageElement[]) => all.map((img) => img.src))) {
      const reply = await request.get(source);
      expect.soft(`${reply.status()} ${reply.headers()['content-type']}`, source).toMatch(/^200 image\//);
    }
    expect.soft((await stage(page).boundingBox())?.height, title).toBeCloseTo(0.8 * 900, 0);
    await expect.soft(analyseButton(page), title).toBeDisabled();
    await expect.soft(downloadButton(page), title).toBeDisabled();
    const [uploaded, limit] = await usage(page);
    expect.soft(limit).toBe(200);
    const bar = page.getByRole('progressbar', { name: 'Images uploaded' });
    await expect.soft(bar).toHaveAttribute('aria-valuenow', String((uploaded / limit) * 100));
    const select = page.getByLabel('Change View');
    if (hasViews) await expect.soft(select.locator('option'), title).toHaveText(views);
    else await expect.soft(select, title).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1200, height: 600 });
  await expect.poll(async () => (await stage(page).boundingBox())?.height).toBeCloseTo(480, 0);
});

test('a sample mammogram: pending, analysed after a cancel, and read by pointing at its colours', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/breast-analysis');
  const [before] = await usage(page);
  await sample(page, 'Right MLO, P188').click();
  await expect(sample(page, 'Right MLO, P188')).toHaveAttribute('aria-pressed', 'true');
  await expect(report(page)).toContainText('BIRADS 0');
  await expect(report(page)).toContainText('Pending analysis');
  const select = page.getByLabel('Change View');
  await expect(select).toHaveValue('input');
  await expect(select.locator('option[disabled]')).toHaveText(['Segmented Image', 'Overlay Image']);
  await expect(stage(page).getByText(/^\d+ × \d+ px/)).toBeVisible();

  const patientId = `Pointing-${Date.now()}`;
  await patientField(page).fill(patientId);
  await expect(page.getByText('generated', { exact: true })).toBeHidden();
  await analyseButton(page).click();
  await expect(stage(page).getByText('Analyzing Image')).toBeVisible();
  const busy = page.getByRole('button', { name: 'Analyzing...' });
  await expect(busy).toBeDisabled();
  // On its way for a while: it must not reach the try after it.
  await page.route('**/cancel/*/', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await stage(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(analyseButton(page)).toBeEnabled();
  await expect(stage(page).getByText('Analyzing Image')).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(report(page)).toContainText('Pending analysis');

  const [answer] = await Promise.all([
    page.waitForResponse(isProcess, { timeout: 60_000 }),
    analyseButton(page).click(),
  ]);
  await expect(downloadButton(page)).toBeEnabled({ timeout: 60_000 });
  await expect(select).toHaveValue('segmented');
  await expect(report(page)).toContainText(/BI-RADS [1-5]/);
  // Charged once: the cancelled attempt is free.
  await expect.poll(async () => (await usage(page))[0]).toBe(before + 1);

  const reply = await answer.json();
  const place = await findColour(page, reply.segmented_image_url, ['#2ECC71', '#FF69B4', '#2196F3']);
  const label = { '#2ECC71': 'Mass', '#FF69B4': 'Axilla' }[place.colour] ?? 'Breast Tissue';
  const card = report(page).getByRole('button', { name: new RegExp(`^${label} `) });
  await expect(card).toHaveAttribute('aria-expanded', 'true');
  await card.click();
  await expect(card).toHaveAttribute('aria-expanded', 'false');
  await hoverLayer(page, place);
  await expect(page.getByRole('tooltip')).toContainText(label);
  await expect(page.getByRole('tooltip')).toContainText(/\d\.\d %/);
  await expect(card).toHaveAttribute('aria-expanded', 'true');
  await hoverLayer(page, { x: -0.02, y: 0.5 });
  await expect(page.getByRole('tooltip')).toHaveCount(0);

  await select.selectOption('Overlay Image');
  await expect(stage(page)).toHaveAccessibleName(/^Overlay Image/);
  await select.selectOption('Input Image');
  await expect(stage(page)).toHaveAccessibleName(/^Input Image/);
  await expect(stage(page).locator('[aria-hidden=true] > canvas')).toHaveCount(0);
  await page.getByRole('button', { name: 'Analyze another image' }).click();
  await expect(patientField(page)).toHaveValue(/^\d{4}$/);
  // The server is not asked about a generated ID, and about another one after typing pauses.
  await page.waitForTimeout(1_000);
  await patientField(page).fill(patientId);
  await expect(page.getByText('Your organization already has reports with this Patient ID.')).toBeVisible();
});

test('a lung slice dropped onto the screen, or picked as DICOM with its own patient ID', async ({ page }) => {
  await signIn(page);
  await page.goto('/lung-analysis');
  const dropped = await page.evaluateHandle(async () => {
    const blob = await (await fetch('/samples/lung/ct_a0002_13_lung_window.png')).blob();
    const transfer = new DataTransfer();
    transfer.items.add(new File([blob], 'dropped.png', { type: 'image/png' }));
    return transfer;
  });
  await stage(page).dispatchEvent('dragenter', { dataTransfer: dropped });
  await expect(page.getByText('Drop the image to open it')).toBeVisible();
  await stage(page).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('dropped.png')).toBeVisible();
  await expect(analyseButton(page)).toBeEnabled();

  await sample(page, 'Slice 15, DICOM').click();
  await expect(stage(page).getByText(/W 1500 L -600 HU/)).toBeVisible();
  await expect(page.getByText('generated', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Use the file’s Patient ID: / })).toHaveCount(0);
  await analyseButton(page).click();
  await expect(downloadButton(page)).toBeEnabled({ timeout: 60_000 });
  await expect(page.getByLabel('Change View')).toHaveValue('segmented');
  for (const words of ['Nodule', 'Ground-glass opacity', 'Consolidation']) {
    await expect.soft(report(page)).toContainText(words);
  }
});

test('a cervix photograph in three views, and its findings under the pointer', async ({ page }) => {
  await signIn(page);
  await page.goto('/cervix-analysis');
  await sample(page, 'Colposcopy, Swede 0').click();
  await expect(report(page)).toHaveText('Pending analysis');
  const [answer] = await Promise.all([
    page.waitForResponse(isProcess, { timeout: 60_000 }),
    analyseButton(page).click(),
  ]);
  await expect(downloadButton(page)).toBeEnabled({ timeout: 60_000 });
  const select = page.getByLabel('Change View');
  await expect(select).toHaveValue('segmented');
  await expect(report(page)).toContainText(/Swede score/);
  await expect(report(page)).not.toContainText(/BI-?RADS/);

  const reply = await answer.json();
  expect(reply.report_text).toEqual([]);
  const place = await findColour(page, reply.predicted_mask_url, ['#FF6347', '#20B2AA', '#FFD700']);
  const label = { '#FF6347': 'Lesion', '#20B2AA': 'Cervical Tissue' }[place.colour] ?? 'Abnormality';
  const card = report(page).getByRole('button', { name: new RegExp(`^${label} `) });
  await card.click();
  await expect(card).toHaveAttribute('aria-expanded', 'false');
  await hoverLayer(page, place);
  await expect(page.getByRole('tooltip')).toContainText(label);
  await expect(card).toHaveAttribute('aria-expanded', 'true');
  await select.selectOption('Overlay Image');
  await expect(stage(page)).toHaveAccessibleName(/^Overlay Image/);
  await expect(stage(page).locator('[aria-hidden=true] > canvas')).toBeVisible();
});

test('a head CT gets a table and a diagnosis; a picture of something else is refused and costs nothing', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/brain-analysis');
  await analyse(page, { patientId: 'Head 1', file: samplePath('brain-ct/ct_subdural_071_32.png') });
  await expect(page.getByLabel('Change View')).toHaveCount(0);
  for (const words of ['Finding', 'Observation', 'Midline Shift', 'Diagnosis', 'Not assessed']) {
    await expect.soft(report(page)).toContainText(words);
  }

  await page.getByRole('button', { name: 'Analyze another image' }).click();
  await expect(report(page)).toHaveCount(0);
  const before = await usage(page);
  await patientField(page).fill('Head 2');
  await page
    .getByLabel('Upload Image', { exact: true })
    .setInputFiles(samplePath('breast/cesm_p188_r_dm_mlo.png'));
  await analyseButton(page).click();
  const line = page.getByRole('alert').filter({ hasText: 'The image was not analyzed. ' });
  await expect(line).toContainText(/head CT/i, { timeout: 60_000 });
  await expect(analyseButton(page)).toBeEnabled();

  // The name does not count: a text called .dcm is refused by its content, before it is sent.
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles({
    name: 'scan.dcm',
    mimeType: 'application/dicom',
    buffer: Buffer.from('no picture at all'),
  });
  await expect(page.getByText('This kind of file cannot be analyzed.')).toBeVisible();
  await expect(analyseButton(page)).toBeDisabled();
  await expect.poll(() => usage(page)).toEqual(before);
});

test('another patient ID beside a report begins a new exam, with a way back to the report', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/brain-analysis');
  await analyse(page, { patientId: 'ORIG-1', file: samplePath('brain-ct/ct_normal_2_106_19.png') });
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report.getByText('Patient ORIG-1')).toBeVisible();
  await page.getByLabel('Patient ID (Required)').fill('CHANGED-2');
  await expect(report).toHaveCount(0);
  await expect(page.getByText('New exam of patient CHANGED-2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Analyze Image' })).toBeEnabled();
  await page.getByRole('button', { name: 'Back to the report of ORIG-1' }).click();
  await expect(report.getByText('Patient ORIG-1')).toBeVisible();
  await expect(page.getByLabel('Patient ID (Required)')).toHaveValue('ORIG-1');
});
