import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { samplePath } from '../support/clinician.ts';
import { cameraLaunch, showToCamera } from '../support/fake-camera.ts';
import { keptOnDisk } from '../support/kept-pictures.ts';
import { pdfText } from '../support/pdf-text.ts';
import { openCamera, openCervix, openSheet, take, takeBoth } from '../support/phone-camera.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  serviceWorkers: 'allow',
  launchOptions: cameraLaunch,
});

const hint = (page: Page) => page.getByRole('dialog').getByRole('status').filter({ hasText: /\S/ }).first();
const good = 'Fits the ring: hold still and take the picture.';

const analyze = (page: Page) => page.getByRole('button', { name: 'Analyze Image' });

async function objections(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
}

test('a picture before and one after acetic acid are taken, read, and labeled wherever the report is shown', async ({
  page,
}) => {
  test.slow();
  await showToCamera();
  await openCervix(page, 'CAM-1');
  await openCamera(page);
  await expect(hint(page)).toHaveText(good);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => objections(page), colorScheme).toEqual([]);
  }
  await page.getByRole('button', { name: 'Take the picture' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keep this picture?' })).toBeVisible();
  await expect(hint(page)).toHaveText('Sharp, without glare.');
  await expect.poll(() => objections(page)).toEqual([]);
  await page.getByRole('button', { name: 'Retake' }).click();
  await expect(hint(page)).toHaveText(good);
  await take(page);

  await expect(page.getByRole('radio', { name: 'Before acid' })).toBeChecked();
  await page.getByRole('button', { name: 'Start timer' }).click();
  await expect(page.getByRole('radio', { name: 'After acid' })).toBeChecked();
  const clock = page.getByRole('timer');
  await expect(clock).toHaveText(/^Wait 0:5\d$/);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(clock).toHaveText(/^0:\d\d after acid$/);
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(clock).toHaveText(/^Wait (1:00|0:5\d)$/);
  await take(page);
  await page.getByRole('button', { name: 'Done (2)' }).click();

  await openSheet(page);
  const tray = page.getByRole('region', { name: 'Pictures of this patient' });
  const label = /2\. \d+ s after acetic acid/;
  await expect(tray.getByRole('button', { name: '1. Before acetic acid' })).toBeVisible();
  await expect(tray.getByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true');
  await openCamera(page);
  await take(page);
  await page.getByRole('button', { name: 'Done (3)' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await analyze(page).click();
  const said = /Picture 3 of 3, \d+ s after acetic acid/;
  await expect(page.getByRole('article', { name: 'Report' })).toContainText(said, { timeout: 60_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Report' }).click();
  expect((await pdfText(await (await download).path())).join(' ')).toMatch(said);
  await page.getByRole('link', { name: 'Open the stored report' }).click();
  await expect(page.getByRole('article', { name: 'Report' })).toContainText(said);
  await page.goto('/analysis-history?type=cervix&q=CAM-1');
  await expect(page.getByRole('article').first()).toContainText(said);
});

test('Escape closes the camera alone, then the sheet that it was opened from', async ({ page }) => {
  await showToCamera();
  await openCervix(page, 'CAM-ESC');
  await openCamera(page);
  await take(page);
  await page.getByRole('button', { name: 'Done (1)' }).click();
  await openSheet(page);
  await openCamera(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Take a picture' })).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Patient and image' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a blurred view says so, and a sharp one does not', async ({ page }) => {
  await showToCamera({ blur: 14 });
  await openCervix(page, 'CAM-2');
  await openCamera(page);
  await expect(hint(page)).toHaveText('Out of focus: hold still, or move back a little.');
  await page.getByRole('button', { name: 'Close the camera' }).click();
  await showToCamera();
  await openCamera(page);
  await expect(hint(page)).toHaveText(good);
});

test('where the camera is refused, the words say so and a file is taken with its label', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await openCervix(page, 'CAM-3');
  await openCamera(page);
  await expect(page.getByRole('alert')).toContainText('This browser may not use the camera.');
  await expect.poll(() => objections(page)).toEqual([]);
  await page.getByText('After acid').click();
  const file = page.getByLabel('Picture from the camera app or a file');
  expect(await file.getAttribute('capture')).toBe('environment');
  await file.setInputFiles(samplePath('cervix/aceto_C10Aceto_2.jpg'));
  await page.getByRole('button', { name: 'Done (1)' }).click();
  await openSheet(page);
  await expect(page.getByRole('button', { name: '1. After acetic acid' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

/** Numbers of the calls that ask for a report. */
function countCalls(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/process/')) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** The worker keeps the shell by now. */
async function shellIsKept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 })
    .toBe(true);
}

const panel = (page: Page) => page.getByRole('region', { name: 'Pictures kept in this browser' });

async function keepOffline(page: Page, context: BrowserContext, patientId: string): Promise<void> {
  await showToCamera();
  await openCervix(page, patientId);
  await shellIsKept(page);
  await context.setOffline(true);
  await takeBoth(page);
  await page.getByRole('button', { name: 'Keep and Send Later' }).click();
  await expect(panel(page)).toContainText('1 picture waits for the network.');
}

async function reportsOf(page: Page, patientId: string): Promise<number> {
  return page.evaluate(async (patient) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access')}` };
    const reply = await fetch(`/api/cervix-segmentation/my-reports/?q=${patient}`, { headers });
    return (await reply.json()).count as number;
  }, patientId);
}

test('taken without a network, a picture is sealed, outlives a reload, and is read once when it is back', async ({
  page,
  context,
}) => {
  test.slow();
  await keepOffline(page, context, 'CAM-OFFLINE');
  const kept = await keptOnDisk(page, 'CAM-OFFLINE');
  expect(kept).toMatchObject({ rows: 1, keys: 1, hasJpeg: false, hasWord: false, isKeyOpen: false });
  expect(kept.bytes).toBeGreaterThan(50_000);
  // The shell comes from the worker; nothing of the API does.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Cervix Image Analysis' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Show' }).click();
  await expect(panel(page).getByRole('listitem')).toContainText('CAM-OFFLINE');
  await expect(panel(page).getByRole('listitem')).toContainText('Waiting');
  await expect.poll(() => objections(page)).toEqual([]);
  // Removed by mistake, it comes back, sealed as before.
  await panel(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(panel(page).getByRole('listitem')).toContainText('CAM-OFFLINE');
  await expect
    .poll(() => keptOnDisk(page, 'CAM-OFFLINE'))
    .toMatchObject({ rows: 1, hasJpeg: false, hasWord: false });

  const keys = countCalls(page);
  await context.setOffline(false);
  await expect(panel(page)).toContainText('1 picture sent.', { timeout: 90_000 });
  expect(keys).toHaveLength(1);
  await expect.poll(() => reportsOf(page, 'CAM-OFFLINE')).toBe(1);
  // The picture itself is gone from the browser.
  await expect.poll(async () => (await keptOnDisk(page, '')).bytes).toBeLessThan(5_000);
  await panel(page).getByRole('link', { name: 'Open the report' }).click();
  await expect(page.getByRole('article', { name: 'Report' })).toContainText(
    /Picture 2 of 2, \d+ s after acetic acid/,
  );
});

test.describe('without the service worker, which would hide calls from the test', () => {
  test.use({ serviceWorkers: 'block' });

  test('what the server had when the network was lost is not read or charged a second time', async ({
    page,
  }) => {
    test.slow();
    await showToCamera();
    await openCervix(page, 'CAM-TWICE');
    await takeBoth(page);
    const keys = countCalls(page);
    await page.route('**/process/', async (route) => {
      await route.fetch({ timeout: 60_000 });
      await route.abort('connectionreset');
    });
    await analyze(page).click();
    await expect(page.getByText(/No response from server/)).toBeVisible({ timeout: 60_000 });
    await page.unroute('**/process/');
    await page.getByRole('button', { name: 'Keep and Send Later' }).click();
    await expect(panel(page)).toContainText('1 picture sent.', { timeout: 60_000 });
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(new Set(keys).size).toBe(1);
    await expect.poll(() => reportsOf(page, 'CAM-TWICE')).toBe(1);
  });
});

test('another account can neither see nor open what waits; its own gets it back', async ({
  page,
  context,
}) => {
  test.slow();
  await keepOffline(page, context, 'CAM-OTHER');
  const own = await page.evaluate(() => ({ ...localStorage }));
  // The session ends, as one that the server has ended does, and somebody else is at the device.
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}');
    localStorage.setItem('user', JSON.stringify({ ...user, id: '00000000-0000-7000-8000-000000000000' }));
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Cervix Image Analysis' })).toBeVisible();
  await expect.poll(async () => (await keptOnDisk(page, 'CAM-OTHER')).keys).toBe(0);
  await expect(panel(page)).toHaveCount(0);
  await expect
    .poll(() => keptOnDisk(page, 'CAM-OTHER'))
    .toMatchObject({ rows: 1, hasJpeg: false, hasWord: false });

  await page.evaluate((stored) => localStorage.setItem('user', stored), own.user ?? '');
  await context.setOffline(false);
  await page.reload();
  await expect(panel(page)).toContainText('1 picture sent.', { timeout: 90_000 });
});

test('signing out warns of what was not sent, and wipes it', async ({ page, context }) => {
  await keepOffline(page, context, 'CAM-OUT');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Logout' }).click();
  const warning = page.getByRole('dialog', { name: 'A picture has not been sent' });
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(panel(page)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await warning.getByRole('button', { name: 'Delete and Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect
    .poll(() => keptOnDisk(page, 'CAM-OUT'))
    .toMatchObject({ rows: 0, keys: 0, hasJpeg: false, hasWord: false });
});

test('the worker keeps the shell alone, and the manifest has what installing needs', async ({ page }) => {
  await openCervix(page, 'CAM-SHELL');
  await shellIsKept(page);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/dashboard');
  expect(
    kept.filter(
      (path) =>
        !/^\/(assets|icons)\/|^\/(dashboard|theme\.js|favicon\.svg|manifest\.webmanifest)$/.test(path),
    ),
  ).toEqual([]);
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/dashboard' });
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok()).toBe(true);
});
