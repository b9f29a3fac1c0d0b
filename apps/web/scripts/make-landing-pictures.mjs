/**
 * Takes the pictures of the public pages from the running product; `npm run landing-pictures` starts one and
 * takes all. Each analysis is charged to the demo account.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { analyse, chooseSample, openBrowser, reportReady, signedInPage } from './open-product.mjs';

const out = join(import.meta.dirname, '..', 'public', 'landing');
const webp = { quality: 80, effort: 6 };
const wide = { width: 1440, height: 900 };
const step = { width: 1280, height: 800 };
/** Shown at nearly its own size on a phone, so that its words can be read there. */
const phone = { width: 420, height: 560 };
const breast = ['/breast-analysis', 'cesm_p276_l_dm_cc.png'];

mkdirSync(out, { recursive: true });
const browser = await openBrowser();
for (const scheme of ['light', 'dark']) {
  await product(scheme);
  await steps(scheme, step, '');
  await steps(scheme, phone, '-phone');
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

/**
 * The three steps of the carousel. The reply waits until the reading has been seen: it takes about a second.
 */
async function steps(scheme, size, suffix) {
  const page = await signedInPage(browser, { ...size, scheme });
  await chooseSample(page, ...breast);
  const isPhone = suffix !== '';
  const see = async (locator, name) => {
    if (isPhone) await locator.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    if (isPhone) await page.evaluate(() => scrollBy(0, -72));
    await save(await page.screenshot(), `${name}-${scheme}${suffix}.webp`);
  };
  // On a phone patient and upload are in a sheet.
  if (isPhone) await page.getByRole('button', { name: 'Patient and image' }).click();
  if (isPhone) await page.waitForTimeout(600);
  await see(page.getByLabel('Patient ID (Required)'), 'step-upload');
  if (isPhone) await page.keyboard.press('Escape');
  let seen = () => {};
  const isSeen = new Promise((resolve) => {
    seen = resolve;
  });
  await page.route('**/process/', async (route) => {
    const response = await route.fetch();
    await isSeen;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await page.getByText('Analyzing Image').waitFor();
  await page.waitForTimeout(600);
  await see(page.getByTestId('viewer-stage'), 'step-analysis');
  seen();
  await reportReady(page);
  await see(page.getByRole('article', { name: 'Report' }), 'step-report');
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
