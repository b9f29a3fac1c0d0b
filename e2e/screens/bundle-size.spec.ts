import { get } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { settled } from '../support/settled.ts';

/** Limits of the scripts in kilobytes, packed by gzip. */
const limits = { landing: 170, screen: 450 };
/** Script files of a screen: each is asked for before the first runs. */
const mostFiles = 41;

/** The scripts that a screen loads in a browser that has never been here. */
async function loadedBy(page: Page, path: string): Promise<string[]> {
  const urls = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.add(request.url());
  });
  await page.goto(path);
  await expect(page.locator('#root[data-mounted]')).toBeAttached();
  await settled(page);
  page.removeAllListeners('request');
  return [...urls].filter((url) => url.startsWith('http'));
}

/** Bytes of a file as a browser that takes gzip alone receives it. */
function packedBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      let bytes = 0;
      reply.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      reply.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

async function kilobytes(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(urls.map(packedBytes));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

test('the landing page loads at most 170 kB', async ({ page }) => {
  const size = await kilobytes(await loadedBy(page, '/'));
  console.log(`landing: ${size.toFixed(0)} kB`);
  expect(size).toBeGreaterThan(40);
  expect(size).toBeLessThanOrEqual(limits.landing);
});

for (const path of ['/worklist', '/analysis-history', '/breast-analysis', '/brain-analysis', '/dashboard']) {
  test(`${path} loads at most 450 kB`, async ({ page }) => {
    await signIn(page);
    const urls = await loadedBy(page, path);
    const size = await kilobytes(urls);
    console.log(`${path}: ${size.toFixed(0)} kB in ${urls.length} files`);
    expect(size).toBeGreaterThan(100);
    expect(size).toBeLessThanOrEqual(limits.screen);
    expect(urls.length).toBeLessThanOrEqual(mostFiles);
  });
}
