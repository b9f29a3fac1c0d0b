import { expect, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { openSample } from '../support/samples.ts';

test('a stored analysis shows its facts, sections and pictures, and leads back', async ({ page }) => {
  await signIn(page);
  const card = await openSample(page, { type: 'breast', patientId: 'SAMPLE-BREAST-1' });
  const link = card.getByRole('link');
  const id = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analysis Details' })).toBeVisible();
  const main = page.getByRole('main');
  for (const fact of [id, 'SAMPLE-BREAST-1', 'Diagnosis', 'Date', 'Sample Reader', /BI-RADS [1-5]/]) {
    await expect(main.getByText(fact).first()).toBeVisible();
  }
  for (const name of ['Original Image', 'Segmented Image']) {
    const picture = main.getByRole('img', { name });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  }
  const section = (name: string) => main.getByRole('button', { name: new RegExp(`^${name}`) });
  for (const name of ['Mass', 'Axilla', 'Calcification', 'Breast Tissue']) {
    await expect(section(name)).toContainText(/\d+\.\d %|Not Detected|Not assessed/);
    const isFound = !/Not Detected|Not assessed/.test((await section(name).textContent()) ?? '');
    await expect(section(name)).toHaveAttribute('aria-expanded', String(isFound));
  }
  await section('Breast Tissue').click();
  await expect(section('Breast Tissue')).toHaveAttribute('aria-expanded', 'false');
  const mass = await section('Mass').getAttribute('aria-expanded');
  await section('Axilla').click();
  await expect(section('Mass')).toHaveAttribute('aria-expanded', mass ?? '');

  await page.route('**/media/**', (route) => route.abort());
  await page.reload();
  await expect(main.getByRole('img', { name: 'Original Image: not available' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Analysis History' }).click();
  await expect(page).toHaveURL(/\/analysis-history\?.*search=/);
  await expect(page.getByLabel('Search by Patient ID')).toHaveValue('SAMPLE-BREAST-1');
});

test('demo ids show marked demo data after half a second, unknown ids and failures say so', async ({
  page,
}) => {
  await signIn(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/analysis/demo-breast-1');
  await expect(page.getByText('Loading analysis')).toBeVisible();
  await page.clock.runFor(600);
  await expect(page.getByText('Demo data').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Breast Tissue/ })).toBeVisible();
  await page.clock.resume();
  for (const [id, words] of [
    ['demo-lung-1', 'Nodule'],
    ['demo-brain-1', 'Sulcation'],
    ['demo-cervix-1', 'Cervical Tissue'],
    ['demo-1', 'Calcification'],
  ]) {
    await page.goto(`/analysis/${id}`);
    await expect(page.getByText('Demo data').first()).toBeVisible();
    await expect(
      page
        .getByRole('article', { name: 'Report' })
        .getByText(words ?? '')
        .first(),
    ).toBeVisible();
  }

  await page.goto('/analysis/brain-none');
  await expect(page.getByRole('heading', { name: 'Analysis Not Found' })).toBeVisible();
  await expect(page.getByText('The analysis with ID brain-none could not be found.')).toBeVisible();

  await page.route('**/api/*/reports/**', (route) => route.abort());
  await page.goto('/analysis/lung-1');
  await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
  await expect(page.getByText('No response from server. Please check your connection.')).toBeVisible();
  await page.unroute('**/api/*/reports/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Analysis Not Found' })).toBeVisible();
});
