import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { manifest as lung } from '@second-read/analyses/lung/manifest';
import { manifests } from '@second-read/analyses/manifests';
import { samplePath, signIn } from '../support/clinician.ts';
import { pdfText } from '../support/pdf-text.ts';
import { openSample } from '../support/samples.ts';

const slice = samplePath('lung/nodule_0134_n0_s01.png');

/** Has the server read one slice for each patient, in the name of whoever is signed in. */
async function readSlices(page: Page, patientIds: readonly string[]): Promise<void> {
  const access = await page.evaluate(() => localStorage.getItem('access'));
  const image = { name: 'slice.png', mimeType: 'image/png', buffer: await readFile(slice) };
  const replies = patientIds.map((patient_id) =>
    page.request.post(`/api/${lung.apiPath}/process/`, {
      headers: { authorization: `Bearer ${access}` },
      multipart: { patient_id, image },
      timeout: 80_000,
    }),
  );
  for (const reply of await Promise.all(replies)) expect(reply.status()).toBe(200);
}

test('the history lists own and all reports by type, finds patients literally, pages, opens and downloads', async ({
  page,
}) => {
  test.slow();
  const mark = `H${Date.now()}`;
  const numbered = Array.from({ length: 19 }, (_, index) => `${mark}-${index}`);
  await signIn(page);
  await readSlices(page, [`${mark}%x`, `${mark}_x`, ...numbered]);

  await page.goto('/analysis-history');
  const type = page.getByLabel('Analysis type');
  await expect(type.getByRole('option')).toHaveText([
    'All types',
    'Breast Segmentation Analysis',
    'Brain Classification Analysis',
    'Lung Segmentation Analysis',
    'Cervix Segmentation Analysis',
  ]);
  const scope = page.getByRole('combobox', { name: 'Reports' });
  await expect(scope.getByRole('option')).toHaveText(['My Reports', 'All Reports']);

  await type.selectOption({ label: 'Lung Segmentation Analysis' });
  const reports = page.getByRole('region', { name: 'Reports' });
  const cards = reports.getByRole('article');
  const search = page.getByLabel('Search by Patient ID');
  const findsOne = async (query: string, patientId: string) => {
    await search.fill(query);
    await expect(reports.getByRole('status')).toHaveText('1 report');
    await expect(cards).toContainText(patientId);
  };
  await findsOne(`${mark}%`, `${mark}%x`);
  await findsOne(`  ${mark.toLowerCase()}_X `, `${mark}_x`);
  await search.fill(`${mark}nobody`);
  await expect(page.getByText('No reports found.')).toBeVisible();

  await search.fill(mark);
  await expect(reports.getByRole('status')).toHaveText('21 reports');
  await expect(cards).toHaveCount(20);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(cards).toHaveCount(1);
  await page.reload();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(cards).toHaveCount(20);

  const card = cards.first();
  await expect(card).toContainText('Demo Reader');
  await expect(card.getByRole('link')).toHaveText(/^lung-/);
  await card.getByRole('button', { name: 'Expand' }).click();
  for (const picture of await card.getByRole('img').all()) {
    await expect
      .poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  }
  await expect(card.getByRole('article', { name: 'Report' })).toContainText(
    'should be reviewed by a qualified medical professional',
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect((await pdfText(await download.path())).join(' ')).toContain(mark);
  await card.getByRole('button', { name: 'Hide' }).click();
  await expect(card.getByRole('article', { name: 'Report' })).toHaveCount(0);

  // The samples belong to another reader of the organisation.
  await search.fill('SAMPLE-LUNG');
  await expect(page.getByText('No reports found.')).toBeVisible();
  await scope.selectOption('All Reports');
  await expect(cards.first()).toContainText('Sample Reader');
});

test('expanded cards show the pictures of a mammogram and the CT image of a head', async ({ page }) => {
  await signIn(page);
  for (const [type, patientId, labels] of [
    ['breast', 'SAMPLE-BREAST-1', ['Original Image', 'Segmented Image']],
    ['brain-ct', 'SAMPLE-BRAIN-1', ['CT Image']],
  ] as const) {
    const card = await openSample(page, { type, patientId });
    await card.getByRole('button', { name: 'Expand' }).click();
    for (const name of labels) await expect(card.getByRole('img', { name })).toBeVisible();
    await expect(card.getByRole('article', { name: 'Report' })).toBeVisible();
  }
});

test('a history that cannot be fetched and counts that cannot be fetched say so, until Retry', async ({
  page,
}) => {
  await signIn(page);
  const fails = { status: 503, json: { error: 'The database is away.', code: 'not_ready' } };
  await page.route('**/api/*/my-reports/**', (route) => route.fulfill(fails));
  await page.route('**/api/trials/count/', (route) => route.fulfill(fails));
  await page.goto('/analysis-history?type=breast');
  const status = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Retry' }) });
  await expect(status).toContainText('The reports could not be loaded. The database is away.');
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.unroute('**/api/*/my-reports/**');
  await status.getByRole('button', { name: 'Retry' }).click();
  await expect(status).toHaveCount(0);

  await page.goto('/dashboard');
  await expect(status).toContainText('The remaining trials could not be loaded.');
  await expect(page.getByRole('progressbar')).toHaveCount(manifests.length);
  for (const card of await page.getByRole('article').all()) await expect(card).toContainText('Trial Left: 0');
  await page.unroute('**/api/trials/count/');
  await status.getByRole('button', { name: 'Retry' }).click();
  await expect(status).toHaveCount(0);
  await expect(page.getByRole('article').first()).not.toContainText('Trial Left: 0');
});
