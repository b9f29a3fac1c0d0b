import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { provideBrowser } from '../../../scripts/steps/browser.mjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Address of a running server in demo mode: the first argument, else the default of `npm start`. */
export const origin = process.argv[2] ?? 'http://127.0.0.1:3000';

/** Starts a browser on the running product. */
export async function openBrowser() {
  const executablePath = provideBrowser();
  if (executablePath === undefined) process.exit(1);
  return chromium.launch({ executablePath, args: flags });
}

/** A page, signed in by the demo's own automatic sign-in. */
export async function signedInPage(browser, { width, height, scheme }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.waitForURL('**/dashboard');
  return page;
}

/** Chooses a sample and waits until the viewer shows it. */
export async function chooseSample(page, route, file) {
  await page.goto(origin + route);
  await page.locator(`button:has(img[src$="/${file}"])`).click();
  await page.locator('canvas').first().waitFor();
  await page.waitForTimeout(1500);
}

/** Analyses the chosen picture and waits for the report. */
export async function analyse(page) {
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await reportReady(page);
}

/** The report is there once it is stored. */
export async function reportReady(page) {
  await page.getByText('Open the stored report').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1500);
}

const datasets = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'datasets');

/** Reads a folder of the data sets as one exam: the address of the report, null without the folder. */
export async function readExam(page, route, folder) {
  const at = join(datasets, folder);
  if (!existsSync(at)) return null;
  await page.goto(origin + route);
  await page.getByLabel('Patient ID (Required)').fill('CT-0002');
  await page
    .getByLabel('Open a Series', { exact: true })
    .setInputFiles(readdirSync(at).map((name) => join(at, name)));
  await page.getByRole('button', { name: 'Analyze exam' }).click({ timeout: 60_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  const link = panel.getByRole('link', { name: 'Open the report' });
  await link.waitFor({ timeout: 240_000 });
  const address = await link.getAttribute('href');
  await link.click();
  return origin + address;
}
