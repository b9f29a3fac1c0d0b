import { expect, type Page } from '@playwright/test';

const quietMs = 700;

/** Waits until the page has asked for nothing for a while. Its live events keep one request open for ever. */
export async function settled(page: Page): Promise<void> {
  let last = Date.now();
  const touch = () => {
    last = Date.now();
  };
  page.on('request', touch);
  page.on('requestfinished', touch);
  await expect.poll(() => Date.now() - last, { timeout: 30_000 }).toBeGreaterThan(quietMs);
  page.off('request', touch);
  page.off('requestfinished', touch);
}
