import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { readElements } from '../../core/src/encode/dicom/read-elements.test-support.ts';
import { analyse, samplePath, signIn } from '../support/clinician.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { confirmSignature, takeReview } from '../support/review.ts';
import { openSample } from '../support/samples.ts';

const isThere = (program: string) => spawnSync('which', [program]).status === 0;

/** The stage of the viewer, its picture drawn. */
async function stageOf(page: Page): Promise<Locator> {
  const stage = page.getByTestId('viewer-stage');
  await expect(stage.getByText(/\d+ × \d+ px/)).toBeVisible();
  return stage;
}

interface Middle {
  readonly x: number;
  readonly y: number;
}

/** Brought to the middle of the window, where no bar of the page covers it. */
async function middleOf(stage: Locator): Promise<Middle> {
  await stage.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await stage.boundingBox();
  if (!box) throw new Error('no stage');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const corners = [
  [-60, -60],
  [60, -60],
  [60, 60],
  [-60, 60],
  [-60, -60],
] as const;

/** Per segment of the exported segmentation: its name and how it was made. */
async function segmentsOf(page: Page): Promise<unknown[]> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Segmentation/ }).click(),
  ]);
  const file = readFileSync(await download.path());
  validate(file);
  const { SegmentSequence: segments } = readElements(file).dataSet;
  return Array.isArray(segments)
    ? segments.map((each) =>
        typeof each === 'number' ? each : [each.SegmentLabel, each.SegmentAlgorithmType],
      )
    : [];
}

/** By dciodvfy and highdicom, where they are installed. */
function validate(file: Buffer): void {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-drawing-'));
  try {
    const path = join(folder, 'seg.dcm');
    writeFileSync(path, file);
    if (isThere('dciodvfy')) {
      const { stdout, stderr } = spawnSync('dciodvfy', [path], { encoding: 'utf8' });
      expect(`${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('Error'))).toEqual([]);
    }
    if (spawnSync('python3', ['-c', 'import highdicom']).status === 0)
      execFileSync('python3', ['core/src/encode/dicom/read-back.py', `seg=${path}`], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a nodule is drawn by mouse, another one rejected, and the signed segmentation holds just the drawn one', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signInToOwnAccount(page);
  await page.goto('/lung-analysis');
  await analyse(page, { patientId: 'DRAWING-1', file: samplePath('lung/ct_a0002_13_lung_window.png') });
  await page.goto('/analysis-history?type=lung&q=DRAWING-1');
  await page.getByRole('region', { name: 'Reports' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Start review' }).click();
  const review = page.getByRole('region', { name: 'Review' });
  const stage = await stageOf(page);
  const before = await segmentsOf(page);
  expect(before).toContainEqual(['nodule', 'AUTOMATIC']);
  const reject = review
    .locator('li:not([data-decision="rejected"])')
    .getByRole('button', { name: /^Reject / });
  for (let left = await reject.count(); left > 0; left--) {
    await reject.first().click();
    await page.getByRole('menuitem', { name: 'Normal structure' }).click();
    await expect(reject).toHaveCount(left - 1);
  }
  await expect(stage.locator('[data-mark][data-state="rejected"]').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Marks' })).toHaveText('Rejected');
  await expect(review.getByText('Saved', { exact: true })).toBeVisible();
  await expect.poll(() => segmentsOf(page)).not.toContainEqual(['nodule', 'AUTOMATIC']);

  await review.getByRole('button', { name: 'Add', exact: true }).click();
  const outline = review.getByRole('button', { name: /^Outline Nodule/ }).last();
  await outline.click();
  const bar = page.getByRole('region', { name: /^Outline of Nodule/ });
  await expect(bar.getByRole('button', { name: 'Keep outline' })).toBeDisabled();
  const middle = await middleOf(stage);
  for (const [x, y] of corners) await page.mouse.click(middle.x + x, middle.y + y);
  const measured = await bar.getByRole('status').textContent();
  expect(measured).toMatch(/\d+ (mm|px) across/);
  await bar.getByRole('button', { name: 'Brush' }).click();
  // The page may have been scrolled to the bar.
  const now = await middleOf(stage);
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(now.x + 120, now.y, { steps: 6 });
  await page.mouse.up();
  await expect(bar.getByRole('status')).toContainText(/Drag to add. \d+/);
  const brushed = await bar.getByRole('status').textContent();
  expect(brushed?.replace('Drag to add.', '')).not.toBe(measured?.replace(/^.*Enter\./, ''));
  await bar.getByRole('button', { name: 'Undo drawing' }).click();
  await bar.getByRole('button', { name: 'Polygon' }).click();
  await expect(bar.getByRole('status')).toHaveText(measured ?? '');
  await bar.getByRole('button', { name: 'Outline from a box or click' }).click();
  const at = await middleOf(stage);
  await page.mouse.move(at.x - 50, at.y - 50);
  await page.mouse.down();
  await page.mouse.move(at.x + 50, at.y + 50, { steps: 3 });
  await page.mouse.up();
  await expect(bar.getByRole('status')).toContainText(/round ones\. \d+/);
  await bar.getByRole('button', { name: 'Undo drawing' }).click();
  await bar.getByRole('button', { name: 'Polygon' }).click();
  await expect(bar.getByRole('status')).toHaveText(measured ?? '');
  const { violations } = await new AxeBuilder({ page }).include('main').analyze();
  expect(violations).toEqual([]);
  await bar.getByRole('button', { name: 'Keep outline' }).click();
  await expect(bar).toHaveCount(0);
  await expect(stage.locator('[data-mark][data-state="added"]')).toBeVisible();
  await expect(review.getByText('Saved', { exact: true })).toBeVisible();
  await expect.poll(() => segmentsOf(page)).toContainEqual(['nodule', 'MANUAL']);
  await review.getByRole('button', { name: 'Undo' }).click();
  await expect(stage.locator('[data-mark][data-state="added"]')).toHaveCount(0);
  await review.getByRole('button', { name: 'Redo' }).click();
  await expect(stage.locator('[data-mark][data-state="added"]')).toBeVisible();

  await review
    .getByRole('button', { name: /^Change Nodule/ })
    .last()
    .click();
  await review.getByRole('button', { name: /^Measure mean diameter of Nodule.* in the image/ }).click();
  const [first, second] = [
    page.getByRole('slider', { name: /^First end/ }),
    page.getByRole('slider', { name: /^Second end/ }),
  ];
  await first.focus();
  const length = Number(await first.getAttribute('aria-valuenow'));
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => Number(await second.getAttribute('aria-valuenow'))).toBeGreaterThan(length);
  await expect(review.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(first).toHaveCount(0);

  await review.getByRole('button', { name: /^Sign/ }).click();
  await confirmSignature(page);
  await expect(review.getByText('Signed', { exact: true })).toBeVisible();
  const segments = await segmentsOf(page);
  expect(segments).toContainEqual(['nodule', 'MANUAL']);
  expect(segments).not.toContainEqual(['nodule', 'AUTOMATIC']);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('an outline is drawn with a finger, taken back, dropped and kept', async ({ page, context }) => {
    await signIn(page);
    const card = await openSample(page, { type: 'breast', patientId: 'SAMPLE-BREAST-1' });
    await card.getByRole('link').first().click();
    const review = await takeReview(page);
    const outlines = review.getByRole('button', { name: /^Outline Mass/ });
    const before = await outlines.count();
    await review.getByRole('combobox', { name: 'Add a finding' }).selectOption({ label: 'Mass' });
    await review.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(outlines).toHaveCount(before + 1);
    await outlines.last().click();
    const stage = await stageOf(page);
    const bar = page.getByRole('region', { name: /^Outline of Mass/ });
    await bar.getByRole('button', { name: 'Brush' }).click();
    const middle = await middleOf(stage);
    const session = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
      });
    await touch('touchStart', middle.x - 40, middle.y);
    for (let x = -30; x <= 40; x += 10) await touch('touchMove', middle.x + x, middle.y + x / 2);
    // The finger rests before it lifts: the browser takes a tap right after a flick for the end of it.
    await page.waitForTimeout(400);
    await touch('touchEnd');
    await expect(bar.getByRole('status')).toContainText(/\d+ (mm|px) across/);
    await bar.getByRole('button', { name: 'Undo drawing' }).tap();
    await expect(bar.getByRole('status')).not.toContainText(/across/);
    await bar.getByRole('button', { name: 'Redo drawing' }).tap();
    await expect(bar.getByRole('status')).toContainText(/across/);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
    await bar.getByRole('button', { name: 'Cancel' }).tap();
    await bar.getByRole('button', { name: 'Discard the drawing?' }).tap();
    await expect(bar).toHaveCount(0);
    await outlines.last().tap();
    const again = await middleOf(stage);
    for (const [x, y] of corners) await page.touchscreen.tap(again.x + x, again.y + y);
    await bar.getByRole('button', { name: 'Keep outline' }).tap();
    await expect(stage.locator('[data-mark][data-state="added"]').first()).toBeVisible();
    await expect(review.getByText('Saved', { exact: true })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Marks' })).toContainText('Added by the reader');
  });

  test('an outline is drawn by keys alone', async ({ page }) => {
    await signIn(page);
    const card = await openSample(page, { type: 'lung', patientId: 'SAMPLE-LUNG' });
    await card.getByRole('link').first().click();
    const review = await takeReview(page);
    await review.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await review
      .getByRole('button', { name: /^Outline Nodule/ })
      .last()
      .press('Enter');
    const stage = await stageOf(page);
    const surface = stage.getByRole('application');
    await expect(surface).toBeFocused();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      await page.keyboard.press(' ');
      for (let step = 0; step < 4; step++) await page.keyboard.press(key);
    }
    await page.keyboard.press(' ');
    await page.keyboard.press('Enter');
    const bar = page.getByRole('region', { name: /^Outline of Nodule/ });
    await expect(bar.getByRole('status')).toContainText(/across/);
    await bar.getByRole('button', { name: 'Keep outline' }).press('Enter');
    await expect(review.getByText('Saved', { exact: true })).toBeVisible();
    await expect(bar).toHaveCount(0);
  });
});
