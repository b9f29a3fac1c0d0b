/**
 * Takes the pictures of the public pages from the running product:
 * `npm start`, then `node apps/web/scripts/make-landing-pictures.mjs [http://127.0.0.1:3000]`.
 * Eight analyses are charged to the demo account.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { analyse, chooseSample, openBrowser, reportReady, signedInPage } from './open-product.mjs';

const out = join(import.meta.dirname, '..', 'public', 'landing');
const webp = { quality: 80, effort: 6 };
const wide = { width: 1440, height: 900 };
const step = { width: 1280, height: 800 };
const breast = ['/breast-analysis', 'cesm_p276_l_dm_cc.png'];

mkdirSync(out, { recursive: true });
const browser = await openBrowser();
for (const scheme of ['light', 'dark']) {
  await product(scheme);
  await steps(scheme);
  await results(scheme);
}
await browser.close();

async function product(scheme) {
  const page = await signedInPage(browser, { ...wide, scheme });
  await chooseSample(page, ...breast);
  await analyse(page);
  await page.getByLabel('Change View').selectOption({ label: 'Overlay Image' });
  await page.waitForTimeout(800);
  const picture = await page.screenshot();
  await save(picture, `product-${scheme}.webp`);
  await sharp(picture)
    .resize(720)
    .webp(webp)
    .toFile(join(out, `product-${scheme}-small.webp`));
  await page.context().close();
}

async function steps(scheme) {
  const page = await signedInPage(browser, { ...step, scheme });
  await chooseSample(page, ...breast);
  await save(await page.screenshot(), `step-upload-${scheme}.webp`);
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await page.getByText('Analyzing Image').waitFor();
  await page.waitForTimeout(1200);
  await save(await page.screenshot(), `step-analysis-${scheme}.webp`);
  await reportReady(page);
  await save(await page.screenshot(), `step-report-${scheme}.webp`);
  await page.context().close();
}

async function results(scheme) {
  const page = await signedInPage(browser, { ...step, scheme });
  await chooseSample(page, '/brain-analysis', 'ct_epidural_075_32.png');
  await analyse(page);
  await save(await page.screenshot(), `brain-result-${scheme}.webp`);
  await chooseSample(page, '/breast-analysis', 'cesm_p289_r_dm_cc.png');
  await analyse(page);
  await save(await page.screenshot(), `breast-result-${scheme}.webp`);
  await page.context().close();
}

async function save(picture, name) {
  const { size } = await sharp(picture).webp(webp).toFile(join(out, name));
  console.log(`${name} ${Math.round(size / 1024)} KB`);
}
