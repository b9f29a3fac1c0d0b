import { expect, type Locator, type Page } from '@playwright/test';

/** The viewer's picture with what is laid over it. */
export const stageOf = (within: Page | Locator): Locator => within.getByTestId('viewer-stage');

/** Size, zoom and window of the picture, as the viewer writes them below it. */
export const readoutOf = (within: Page | Locator): Locator => stageOf(within).getByText(/^\d+ × \d+ px/);

/** In percent of the picture's own size. */
export async function zoomOf(within: Page | Locator): Promise<number> {
  return Number(/(\d+) %/.exec((await readoutOf(within).textContent()) ?? '')?.[1]);
}

/** Once it no longer changes: a picture is first drawn, then fitted. */
export async function settledZoomOf(within: Page | Locator): Promise<number> {
  let last = Number.NaN;
  const isSame = async () => {
    const before = last;
    last = await zoomOf(within);
    return last === before;
  };
  await expect.poll(isSame, { intervals: [200] }).toBe(true);
  return last;
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('nothing on the screen');
  return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
}
