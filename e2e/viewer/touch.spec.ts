import { expect, type Page, test } from '@playwright/test';
import { samplePath, signIn } from '../support/clinician.ts';
import { boxOf, readoutOf, settledZoomOf, stageOf, zoomOf } from '../support/stage.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Fingers that go down together, move in steps and leave; each by its way from start to end. */
async function touch(page: Page, ways: readonly (readonly [from: Point, to: Point])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = (share: number) =>
    ways.map(([from, to], id) => ({
      id,
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    }));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof at>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', at(0));
  for (let step = 1; step <= 10; step += 1) {
    await send('touchMove', at(step / 10));
    await page.waitForTimeout(30);
  }
  await send('touchEnd', []);
  await session.detach();
}

async function open(page: Page) {
  await signIn(page);
  await page.goto('/lung-analysis');
  await page.getByLabel('Upload Image', { exact: true }).setInputFiles(samplePath('lung/ct_a0002_08.dcm'));
  await expect(readoutOf(page)).toContainText('W 1500 L -600 HU');
  await stageOf(page).scrollIntoViewIfNeeded();
  return (await boxOf(stageOf(page))).middle;
}

test('two fingers pinch to zoom, and Reset takes it back', async ({ page }) => {
  const { x, y } = await open(page);
  const whole = await settledZoomOf(page);
  await touch(page, [
    [
      { x: x - 30, y },
      { x: x - 110, y },
    ],
    [
      { x: x + 30, y },
      { x: x + 110, y },
    ],
  ]);
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(whole * 1.5);
  const large = await zoomOf(page);
  await touch(page, [
    [
      { x: x - 110, y },
      { x: x - 40, y },
    ],
    [
      { x: x + 110, y },
      { x: x + 40, y },
    ],
  ]);
  await expect.poll(() => zoomOf(page)).toBeLessThan(large / 1.3);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect.poll(() => zoomOf(page)).toBe(whole);
});

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('one finger over the picture scrolls the page and changes nothing in it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  const { x, y } = await open(page);
  const whole = await settledZoomOf(page);
  const before = await scrolled(page);
  await touch(page, [
    [
      { x, y: y + 90 },
      { x: x + 20, y: y - 90 },
    ],
  ]);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(before + 30);
  await expect(readoutOf(page)).toContainText('W 1500 L -600 HU');
  await expect.poll(() => zoomOf(page)).toBe(whole);
});

test('two fingers move the picture and leave the page where it is', async ({ page }) => {
  const { x, y } = await open(page);
  const before = await scrolled(page);
  const picture = await stageOf(page).screenshot();
  await touch(page, [
    [
      { x: x - 40, y: y + 60 },
      { x: x - 40, y: y - 60 },
    ],
    [
      { x: x + 40, y: y + 60 },
      { x: x + 40, y: y - 60 },
    ],
  ]);
  await expect.poll(async () => (await stageOf(page).screenshot()).equals(picture)).toBe(false);
  await expect.poll(() => scrolled(page)).toBe(before);
  await expect(readoutOf(page)).toContainText('W 1500 L -600 HU');
});

test('the button that starts the analysis is in sight with the picture', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('button', { name: 'Analyze Image' })).toBeInViewport({ ratio: 1 });
  await expect(stageOf(page)).toBeInViewport({ ratio: 0.9 });
});

test('one finger does what the chosen tool says: window, pan, or a length', async ({ page }) => {
  const { x, y } = await open(page);
  const whole = await settledZoomOf(page);
  const scroll = page.getByRole('button', { name: 'Scroll the page with one finger' });
  await expect(scroll).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Window and level' }).click();
  await expect(scroll).toHaveAttribute('aria-pressed', 'false');
  await touch(page, [
    [
      { x, y },
      { x: x + 60, y: y + 40 },
    ],
  ]);
  await expect(readoutOf(page)).not.toContainText('W 1500 L -600 HU');
  await expect.poll(() => zoomOf(page)).toBe(whole);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(readoutOf(page)).toContainText('W 1500 L -600 HU');

  await page.getByRole('button', { name: 'Pan', exact: true }).click();
  const before = await stageOf(page).screenshot();
  await touch(page, [
    [
      { x, y },
      { x: x + 60, y: y + 40 },
    ],
  ]);
  await expect.poll(async () => (await stageOf(page).screenshot()).equals(before)).toBe(false);
  await expect(readoutOf(page)).toContainText('W 1500 L -600 HU');
  await expect.poll(() => zoomOf(page)).toBe(whole);

  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Length' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await touch(page, [
    [
      { x: x - 60, y },
      { x: x + 60, y },
    ],
  ]);
  await expect(page.getByRole('list', { name: 'Measurements' }).getByRole('listitem')).toHaveText(
    /^\d+\.\d mm$/,
  );
});

test('once there is a result, picture and report come before the controls', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /^Patient and image/ }).click();
  await page.getByLabel('Patient ID (Required)').fill('PHONE-1');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  const report = page.getByRole('region', { name: 'Analysis and report' });
  await expect(report.getByText('PHONE-1')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => scrolled(page)).toBe(0);
  const top = async (name: string) => (await boxOf(page.getByRole('region', { name, exact: true }))).middle.y;
  const order = await Promise.all(['Image', 'Analysis and report'].map(top));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect((await boxOf(report)).y).toBeLessThan(844);
});
