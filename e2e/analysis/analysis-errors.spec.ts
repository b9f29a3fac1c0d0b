import { readFileSync } from 'node:fs';
import { expect, type Page, type Route, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';

const modules = [
  { path: '/breast-analysis', trialName: 'Breast Segmentation', sample: 'breast/cesm_p188_r_dm_mlo.png' },
  {
    path: '/brain-analysis',
    trialName: 'Brain CT Classification',
    sample: 'brain-ct/ct_subdural_071_32.png',
  },
  { path: '/lung-analysis', trialName: 'Lung Segmentation', sample: 'lung/nodule_0134_n0_s01.png' },
  { path: '/cervix-analysis', trialName: 'Cervix Segmentation', sample: 'cervix/aceto_C60Aceto_3.jpg' },
];
const processing = '**/api/*/process/';
const wrapped = (message: string) =>
  `Error processing image: ${message} Please try again or contact support if the issue persists.`;

const analyseButton = (page: Page) => page.getByRole('button', { name: 'Analyze Image' });
const picker = (page: Page) => page.getByLabel('Upload Image', { exact: true });
const patientField = (page: Page) => page.getByLabel('Patient ID (Required)');
const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });

/** Opens the screen with a picture chosen. */
async function open(page: Page, { path, sample }: { path: string; sample: string }): Promise<void> {
  await page.goto(path);
  await patientField(page).fill('ERRORS-1');
  await picker(page).setInputFiles(samplePath(sample));
  await expect(analyseButton(page)).toBeEnabled();
}

/** Records the duration in ms of each animation of the patient field. */
async function watchShakes(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...[steps, options]) {
      const isField = this.textContent.includes('Patient ID (Required)');
      if (isField && typeof options === 'object') seen.push(Number(options.duration));
      return animate.call(this, steps, options);
    };
    Object.assign(window, { seenShakes: seen });
  });
  return () => page.evaluate(() => Reflect.get(window, 'seenShakes'));
}

test('without a patient ID the field shakes and a modal says why; on the brain screen also by a click elsewhere', async ({
  page,
}) => {
  let isSent = false;
  page.on('request', (request) => {
    isSent ||= request.url().endsWith('/process/');
  });
  await signIn(page);
  for (const module of modules) {
    await open(page, module);
    const shakes = await watchShakes(page);
    await patientField(page).fill(' \t ');
    await analyseButton(page).click();
    const modal = page.getByRole('dialog', { name: 'Patient ID Required' });
    await expect(modal).toContainText('Please enter a Patient ID before analyzing the image.');
    await modal.getByRole('button', { name: 'OK' }).click();
    await expect(modal).toBeHidden();
    await expect(patientField(page)).toBeFocused();
    await expect(page.getByText('Enter a Patient ID.')).toBeVisible();
    const durations = await shakes();
    expect(durations.length, module.path).toBeGreaterThan(0);
    for (const duration of durations) expect(duration).toBeGreaterThanOrEqual(500);
    for (const duration of durations) expect(duration).toBeLessThanOrEqual(600);

    await patientField(page).click();
    const inside = (await shakes()).length;
    for (const clicks of [1, 2]) {
      await page.getByRole('heading', { level: 1 }).click();
      const outside = module.path === '/brain-analysis' ? inside + clicks : inside;
      await expect.poll(async () => (await shakes()).length, module.path).toBe(outside);
    }
  }
  expect(isSent).toBe(false);
});

test('a trial that is used up opens its modal for every module; a limit that is reached closes upload and analysis', async ({
  page,
}) => {
  await signIn(page);
  for (const { path, sample, trialName } of modules) {
    const error = `No trials remaining for ${trialName}`;
    await page.route(processing, json(403, { error, code: 'no_trials_remaining' }));
    await open(page, { path, sample });
    await analyseButton(page).click();
    const modal = page.getByRole('dialog', { name: 'Trial Limit Exceeded' });
    await expect(modal).toContainText(
      `You have no trials remaining for ${trialName}. Please contact support to upgrade your plan or request more trials.`,
    );
    await modal.getByRole('button', { name: 'OK' }).click();
    await expect(modal).toBeHidden();
    await expect(analyseButton(page)).toBeEnabled();
    await page.unroute(processing);
  }

  await page.route('**/api/accounts/dashboard/', async (route) => {
    const reply = await (await route.fetch()).json();
    for (const entry of reply.usage) entry.images_uploaded = entry.image_upload_limit;
    await route.fulfill({ json: reply });
  });
  for (const { path } of modules) {
    await page.goto(path);
    const text = page.getByText('Upload limit reached. Contact support to increase your limit.');
    await expect(text).toBeVisible();
    const [red = 0, green = 0, blue = 0] = await text.evaluate((element) =>
      (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(red, path).toBeGreaterThan(1.5 * Math.max(green, blue));
    await expect(analyseButton(page)).toBeDisabled();
    await expect(picker(page)).toBeDisabled();
    await expect(page.locator('button', { hasText: 'Upload Image' })).toBeDisabled();
  }
});

const noWords = { status: 500, json: {} };
const failures: readonly (readonly [message: string, answer: (route: Route) => Promise<void>])[] = [
  ['Server error occurred', (route) => route.fulfill(noWords)],
  [
    'Server error occurred',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }),
  ],
  ['Empty response from server', (route) => route.fulfill({ status: 200, body: '' })],
  ['No response from server. Please check your connection.', (route) => route.abort('connectionreset')],
  ['Invalid response format from server', (route) => route.fulfill({ status: 200, body: '<html>' })],
  ['Invalid response from server: missing image data', json(200, { report_text: [] })],
];

test('every failure of an analysis has its message, and the image stays chosen', async ({ page }) => {
  await signIn(page);
  for (const module of modules) {
    await open(page, module);
    const isBrain = module.path === '/brain-analysis';
    const missing = json(200, { original_image_url: '/media/a.png', overlayed_image_url: '/media/b.png' });
    const field = { '/cervix-analysis': 'predicted_mask_url', '/brain-analysis': 'input_img' }[module.path];
    const rest = [
      `Invalid response from server: missing ${field ?? 'segmented_image_url, report_text'}`,
      missing,
    ] as const;
    const all = isBrain ? [...failures.slice(0, -1), rest] : [...failures, rest];
    for (const [message, answer] of all) {
      await page.route(processing, answer);
      await analyseButton(page).click();
      const said = isBrain
        ? page.getByRole('status').filter({ hasText: `The image could not be analyzed: ${message}` })
        : page.getByRole('alert').filter({ hasText: wrapped(message) });
      await expect.soft(said, `${module.path}: ${message}`).toBeVisible();
      const again = page.getByRole('button', { name: isBrain ? 'Retry' : 'Try again' });
      await expect.soft(again).toBeVisible();
      await expect(analyseButton(page)).toBeEnabled();
      await expect.soft(page.getByRole('button', { name: 'Clear image' })).toBeEnabled();
      await page.unroute(processing);
    }
  }
});

test('a refused picture is offered to the module that reads it, with its patient', async ({ page }) => {
  await signIn(page);
  await page.goto('/brain-analysis');
  await page.getByLabel('Patient ID (Required)').fill('Moved 1');
  await picker(page).setInputFiles(samplePath('breast/cesm_p188_r_dm_mlo.png'));
  await analyseButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The image was not analyzed. This looks like a mammogram', {
    timeout: 60_000,
  });
  await expect(alert).not.toContainText('try again');
  await alert.getByRole('button', { name: 'Open in Breast Analysis' }).click();
  await expect(page).toHaveURL(/\/breast-analysis$/);
  await expect(page.getByText('cesm_p188_r_dm_mlo.png')).toBeVisible();
  await expect(page.getByLabel('Patient ID (Required)')).toHaveValue('Moved 1');
  await expect(analyseButton(page)).toBeEnabled();
});

test('files that cannot be read, samples that are gone and processed pictures that do not load', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/breast-analysis');
  await patientField(page).fill('ERRORS-1');
  const alert = page.getByRole('alert');
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await picker(page).setInputFiles(text);
  await expect(alert).toHaveText('Invalid file format');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert).toHaveCount(0);

  await page.route('**/samples/breast/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Right MLO, P188', exact: true }).click();
  await expect(alert).toHaveText('Failed to process gallery image');
  await page.unroute('**/samples/breast/**');

  await picker(page).setInputFiles({ ...text, name: 'scan.png', mimeType: 'image/png' });
  await expect(page.getByText('This kind of file cannot be analyzed.')).toBeVisible();
  await expect(analyseButton(page)).toBeDisabled();

  const whole = readFileSync(samplePath('breast/cesm_p188_r_dm_mlo.png'));
  await picker(page).setInputFiles({
    ...text,
    name: 'cut.png',
    mimeType: 'image/png',
    buffer: whole.subarray(0, 60),
  });
  await expect(page.getByText('This file is damaged or incomplete')).toBeVisible();
  await expect(analyseButton(page)).toBeDisabled();

  // Two pictures of 5 × 3 pixels, written by Pillow.
  const animated =
    'R0lGODlhBQADAIMAAMjI8JbItGTIeMhkeJZkWmRkPDLIPADIADJkHgBkAMgAAJYAAGQAADIAAAAAAAAAACH5BAABAAAALAAAAAAFAAMAAAgUAB00YLBAQQIEBQgMOGBAQAAAAQEAIfkEAQEADwAsAAAAAAUAAwCDAAAAERERIiIiMzMzREREVVVVZmZmd3d3iIiImZmZqqqqu7u7zMzM3d3d7u7uAAAACBQAHwQQMIBAAQMHECRQsIBBAwcBAQA7';
  await picker(page).setInputFiles({
    ...text,
    name: 'moving.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from(animated, 'base64'),
  });
  await expect(page.getByText('The GIF contains several images.')).toBeVisible();
  await expect(analyseButton(page)).toBeDisabled();

  await picker(page).setInputFiles(samplePath('breast/cesm_p188_r_dm_mlo.png'));
  await expect(alert).toHaveCount(0);
  await page.evaluate(() => {
    OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new Error('out of memory'));
  });
  await analyseButton(page).click();
  await expect(alert).toContainText(wrapped('Failed to optimize image'));

  await page.goto('/cervix-analysis');
  await patientField(page).fill('ERRORS-1');
  await picker(page).setInputFiles(samplePath('cervix/aceto_C60Aceto_3.jpg'));
  await page.route('**/media/**', (route) => route.abort());
  await analyseButton(page).click();
  await expect(alert).toContainText(wrapped('Failed to load processed images'), { timeout: 60_000 });
  await expect(analyseButton(page)).toBeEnabled();
});

test('a download says what is missing or failed; a pending head CT has no report', async ({ page }) => {
  await signIn(page);
  const download = page.getByRole('button', { name: 'Download Report' });
  const alert = page.getByRole('alert');
  for (const { path } of modules) {
    await page.goto(path);
    await download.dispatchEvent('click');
    const words =
      path === '/cervix-analysis' ? 'No image available to download.' : 'No report available to download.';
    await expect(alert, path).toHaveText(words);
  }

  await page.route('**/*.ttf', (route) => route.abort());
  const done = async (path: string, sample: string) => {
    await open(page, { path, sample });
    await analyseButton(page).click();
    await expect(download).toBeEnabled({ timeout: 60_000 });
    await expect(alert).toHaveCount(0);
    await download.click();
  };
  await done('/lung-analysis', 'lung/nodule_0134_n0_s01.png');
  await expect(alert).toHaveText('Failed to generate PDF report. Please try again.');
  const [answer] = await Promise.all([
    page
      .waitForResponse((reply) => reply.url().endsWith('/process/'), { timeout: 60_000 })
      .then((reply) => reply.json()),
    done('/brain-analysis', 'brain-ct/ct_subdural_071_32.png'),
  ]);
  await expect(alert).toHaveText('Failed to generate Brain CT report.');
  await page.goto('/analysis-history');
  await page.getByRole('combobox', { name: 'Analysis type' }).selectOption('Brain Classification Analysis');
  // The list of the other type stays until this one is there.
  const report = page.getByRole('article', { name: /^Report brain-/ }).first();
  await report.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(alert).toHaveText('Failed to generate Brain CT report.');

  await page.route(processing, json(200, { ...answer, output: 'Pending analysis' }));
  await done('/brain-analysis', 'brain-ct/ct_normal_2_106_19.png');
  await expect(alert).toHaveText('No report available to download.');
  await expect(page.getByRole('article', { name: 'Report' })).toHaveCount(0);
});
