import type { Locator, Page } from '@playwright/test';

/** The viewer's picture with what is laid over it. */
export const stageOf = (within: Page | Locator): Locator => within.getByTestId('viewer-stage');

/** Size, zoom and window of the picture, as the viewer writes them below it. */
export const readoutOf = (within: Page | Locator): Locator => stageOf(within).getByText(/^\d+ × \d+ px/);

/** In percent of the picture's own size. */
export async function zoomOf(within: Page | Locator): Promise<number> {
  return Number(/(\d+) %/.exec((await readoutOf(within).textContent()) ?? '')?.[1]);
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('nothing on the screen');
  return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
}

/** The path of the viewer's code, as the page that is open names it. */
export async function viewerCode(page: Page): Promise<string> {
  const path = await page.locator('meta[name="viewer-code"]').getAttribute('content');
  if (!path) throw new Error('the page names no viewer');
  return path;
}
