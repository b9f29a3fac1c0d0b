import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { phantomPng, phantomSeries } from '../phantom/pictures.ts';
import { serveWithPhantom } from '../phantom/serve.ts';
import { samplePath, signIn } from '../support/clinician.ts';
import { pdfText } from '../support/pdf-text.ts';
import { zipOf } from '../support/series.ts';
import type { RunningProduct } from '../support/serve-product.ts';

/**
 * A fifth module, added by one line in each list of e2e/phantom: gate, analysis, report, PDF, structured
 * report, history and series work without a line in apps/.
 */
test.describe('a module that a site adds', () => {
  let product: RunningProduct;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    product = await serveWithPhantom();
  });
  test.afterAll(() => product.stop());
  test.beforeEach(async ({ page }) => {
    await page.route(`${test.info().project.use.baseURL}/**`, (route) => route.abort());
    await openProduct(page);
  });

  /** As `signIn`, at the product's own address. */
  async function openProduct(page: Page): Promise<void> {
    const open = page.goto.bind(page);
    page.goto = (url, options) => open(new URL(url, product.origin).href, options);
    await signIn(page);
    await page.goto('/dashboard');
  }

  const upload = (page: Page, name: string, buffer: Buffer) =>
    page.getByLabel('Upload Image', { exact: true }).setInputFiles({ name, mimeType: 'image/png', buffer });

  test('is reached from the dashboard, refuses what it does not read, and reads what it does', async ({
    page,
  }) => {
    await page
      .getByRole('link', { name: /Phantom Analysis/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Phantom Analysis' })).toBeVisible();
    await page.getByLabel('Patient ID (Required)').fill('PHANTOM-1');
    await page
      .getByLabel('Upload Image', { exact: true })
      .setInputFiles(samplePath('lung/nodule_0134_n0_s01.png'));
    await page.getByRole('button', { name: 'Analyze Image' }).click();
    await expect(page.getByText('This does not look like an image of a test phantom.').first()).toBeVisible();

    await upload(page, 'inserts.png', await phantomPng([20, 10]));
    await page.getByRole('button', { name: 'Analyze Image' }).click();
    const report = page.getByRole('article', { name: 'Report' });
    await expect(report).toContainText('Inserts found: 2.', { timeout: 60_000 });
    await expect(report).toContainText('diameter 40.0 px');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Report' }).click(),
    ]);
    expect(pdf.suggestedFilename()).toMatch(/^phantom-report-PHANTOM-1-/);
    expect((await pdfText(await pdf.path())).join(' ')).toContain('Inserts found: 2.');

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: /^Mammography CAD/ })).toHaveCount(0);
    const [sr] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Structured report/ }).click(),
    ]);
    expect(sr.suggestedFilename()).toMatch(/^phantom-[0-9a-f-]{36}\.sr\.dcm$/);

    await page.goto('/analysis-history?type=phantom');
    await expect(page.getByLabel('Analysis type')).toHaveValue('phantom');
    await expect(page.getByText('PHANTOM-1').first()).toBeVisible();
    await page.goto('/analysis/demo-phantom-1');
    await expect(page.getByText('No insert found.').first()).toBeVisible();
  });

  test('reads a whole series in the background, worst first', async ({ page }) => {
    test.setTimeout(180_000);
    await page.goto('/phantom-analysis');
    await page.getByLabel('Patient ID (Required)').fill('PHANTOM-2');
    await page.getByLabel('Open a Series', { exact: true }).setInputFiles({
      name: 'phantom.zip',
      mimeType: 'application/zip',
      buffer: await zipOf(phantomSeries(3)),
    });
    await page.getByRole('button', { name: 'Analyze the whole series' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    const panel = page.getByRole('region', { name: 'Series in the background' });
    await expect(panel).toContainText('3 of 3 slices read', { timeout: 120_000 });
    await panel.getByRole('link', { name: 'Open the results' }).click();
    await expect(page.getByRole('row')).toHaveCount(4);
    await expect(page.getByRole('row').nth(1)).toContainText('Insert');
    await expect(page.getByRole('row').last()).toContainText('Nothing found');
  });
});
