import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { readElements } from '../../core/src/encode/dicom/read-elements.test-support.ts';
import { breastExam, type Chosen, headExam } from '../phantom/exams.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { pdfText } from '../support/pdf-text.ts';
import { confirmSignature } from '../support/review.ts';
import { complaintsOf } from '../support/screens.ts';

const viewer = (page: Page) => page.getByRole('region', { name: 'Images of the exam' });
const bar = (page: Page) => page.getByRole('region', { name: /^Outline of/ });
const stageOf = (page: Page) => page.getByTestId('viewer-stage');

async function reviewExam(
  page: Page,
  { route, id, files }: { route: string; id: string; files: Chosen },
): Promise<Locator> {
  await page.goto(route);
  await page.getByLabel('Patient ID (Required)').fill(id);
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles([...files] as string[]);
  await page.getByRole('button', { name: 'Analyze exam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await expect(panel).toContainText('the report is ready', { timeout: 400_000 });
  await panel.getByRole('link', { name: 'Open the report' }).click();
  await page.getByRole('button', { name: 'Start review' }).click();
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review.getByText('By you')).toBeVisible();
  return review;
}

/** The corners of a square around the middle of the stage, the first one twice. */
async function cornersOf(page: Page, half: number) {
  const stage = stageOf(page);
  await expect(stage.getByText(/\d+ × \d+ px/)).toBeVisible();
  await stage.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await stage.boundingBox();
  if (!box) throw new Error('no stage');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
    [x - half, y - half],
  ] as const;
}

async function expectNoViolations(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect.soft(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  }
}

async function exported(page: Page, form: RegExp): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 120_000 }),
    page.getByRole('menuitem', { name: form }).click(),
  ]);
  return download.path();
}

/** Of the exported segmentation: each segment with how it was made. */
async function segmentsOf(page: Page): Promise<unknown[]> {
  const { SegmentSequence: segments } = readElements(
    readFileSync(await exported(page, /^Segmentation/)),
  ).dataSet;
  return (segments as Record<string, unknown>[]).map((each) => [
    each.SegmentLabel,
    each.SegmentAlgorithmType,
  ]);
}

const saved = (review: Locator) => expect(review.getByText('Saved', { exact: true })).toBeVisible();

test('a bleeding is outlined on the slices of a head CT, measured there, taken back, signed and exported', async ({
  page,
}) => {
  test.setTimeout(900_000);
  await signInToOwnAccount(page);
  const complaints = complaintsOf(page);
  // The patient ID is that of the files: a segmentation refers to them.
  const { files: head, patientId: id } = await headExam();
  const review = await reviewExam(page, { route: '/brain-analysis', id, files: head });
  const place = viewer(page).getByTestId('exam-place');
  await viewer(page).getByRole('group').first().focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowDown');
  await expect(place).toContainText(`Slice 9 of ${head.length}`);
  await review.getByRole('combobox', { name: 'Add a finding' }).selectOption({ label: 'Hemorrhage' });
  await review.getByRole('button', { name: 'Add', exact: true }).click();
  const added = review.getByRole('listitem').filter({ hasText: 'Added' });
  await added.getByRole('button', { name: /^Outline Hemorrhage/ }).click();
  await expect(bar(page)).toHaveAccessibleName(/^Outline of Hemorrhage.*, slice 9$/);
  for (const [x, y] of await cornersOf(page, 40)) await page.mouse.click(x, y);
  await expect(bar(page).getByRole('status')).toContainText(/mm across/);
  await page.screenshot({ path: test.info().outputPath('drawing.png') });
  await expectNoViolations(page);
  await page.screenshot({ path: test.info().outputPath('drawing-dark.png') });
  await page.emulateMedia({ colorScheme: 'light' });

  // Going on with a drawing that is not kept is asked about.
  const rail = viewer(page).getByRole('slider', { name: 'Slice' });
  const question = page.getByRole('alertdialog', { name: 'The drawing is not kept yet' });
  await rail.press('ArrowRight');
  await expect(question).toBeVisible();
  await expect(place).toContainText('Slice 9 of');
  await page.screenshot({ path: test.info().outputPath('asked.png') });
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await rail.press('ArrowRight');
  await question.getByRole('button', { name: 'Keep it and go on' }).click();
  await expect(place).toContainText('Slice 10 of');
  await expect(bar(page)).toHaveAccessibleName(/, slice 10$/);
  await saved(review);
  await bar(page).getByRole('button', { name: 'Outline from a box or click' }).click();
  const [from, , to] = await cornersOf(page, 45);
  await page.mouse.move(...(from as [number, number]));
  await page.mouse.down();
  await page.mouse.move(...(to as [number, number]), { steps: 4 });
  await page.mouse.up();
  await expect(bar(page).getByRole('status')).toContainText(/across|Nothing stands out/);
  await bar(page).getByRole('button', { name: 'Brush' }).click();
  await page.mouse.move(...(from as [number, number]));
  await page.mouse.down();
  await page.mouse.move(...(to as [number, number]), { steps: 6 });
  await page.mouse.up();
  await expect(bar(page).getByRole('status')).toContainText(/across/);
  await bar(page).getByRole('button', { name: 'Keep outline' }).click();
  await expect(bar(page)).toHaveCount(0);
  await saved(review);

  // Seen on its slices, told apart as the reader's own, and on the label map.
  const own = viewer(page).locator('[data-by="reader"]');
  await expect(own).toHaveCount(1);
  await expect(viewer(page).getByText('Dashed line: outlined by a reader.')).toBeVisible();
  await viewer(page).getByRole('slider', { name: 'Slice' }).press('ArrowLeft');
  await expect(place).toContainText('Slice 9 of');
  await expect(own).toHaveCount(1);
  await page.screenshot({ path: test.info().outputPath('drawn.png') });
  const regions = viewer(page).getByRole('button', { name: /^Regions/ });
  await regions.click();
  const plane = viewer(page).getByTestId('plane-axial');
  await expect(plane).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => reddish(plane), { timeout: 60_000 }).toBeGreaterThan(300);
  await expect(own).toHaveCount(1);
  await regions.click();
  await expect.poll(() => segmentsOf(page)).toContainEqual([expect.stringMatching(/^Hemorrhage/), 'MANUAL']);

  await added.getByRole('button', { name: /^Change Hemorrhage/ }).click();
  await added.getByRole('button', { name: /^Measure longest diameter of Hemorrhage.* in the image/ }).click();
  const end = page.getByRole('slider', { name: /^First end, Longest diameter of Hemorrhage.*, slice 9$/ });
  await end.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await saved(review);
  const measured = await end.getAttribute('aria-valuetext');
  expect(measured).toMatch(/ mm$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('article', { name: 'Report' })).toContainText(measured ?? 'nothing');

  // The length, then both outlines: undone and redone like any change.
  const undo = review.getByRole('button', { name: 'Undo' });
  for (let step = 0; step < 3; step++) {
    await undo.click();
    await saved(review);
  }
  await expect(own).toHaveCount(0);
  const redo = review.getByRole('button', { name: 'Redo' });
  for (let step = 0; step < 3; step++) {
    await redo.click();
    await saved(review);
  }
  await expect(own).toHaveCount(1);

  await review.getByRole('button', { name: /^Sign/ }).click();
  await confirmSignature(page);
  await expect(review.getByText('Signed', { exact: true })).toBeVisible();
  await expect(own).toHaveCount(1);
  await expect.poll(() => segmentsOf(page)).toContainEqual([expect.stringMatching(/^Hemorrhage/), 'MANUAL']);
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 120_000 }),
    page.getByRole('button', { name: 'Download Report' }).click(),
  ]);
  const printed = (await pdfText(await download.path())).join(' ');
  expect(printed).toContain('VERIFIED');
  expect(printed).toMatch(/slices 9 to 10|slices? 9, 10/);
  expect(complaints).toEqual([]);
});

/** Pixels of a plane that are clearly more red than blue. */
function reddish(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(width, height);
    const context = copy.getContext('2d', { willReadFrequently: true });
    context?.drawImage(element as HTMLCanvasElement, 0, 0);
    const rgba = context?.getImageData(0, 0, width, height).data ?? [];
    let count = 0;
    for (let at = 0; at < rgba.length; at += 4) if ((rgba[at] ?? 0) - (rgba[at + 2] ?? 0) > 25) count += 1;
    return count;
  });
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, colorScheme: 'dark' });

  test('a mass is outlined on a view of a mammography by finger, and on another one by keys', async ({
    page,
  }) => {
    test.setTimeout(900_000);
    await signInToOwnAccount(page);
    const complaints = complaintsOf(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const { files } = await breastExam();
    const review = await reviewExam(page, { route: '/breast-analysis', id: 'DRAWN-2', files });
    await review.getByRole('combobox', { name: 'Add a finding' }).selectOption({ label: 'Mass' });
    await review.getByRole('button', { name: 'Add', exact: true }).tap();
    const added = review.getByRole('listitem').filter({ hasText: 'Added' });
    const outline = added.getByRole('button', { name: /^Outline Mass/ });
    await outline.tap();
    await expect(bar(page)).toBeInViewport();
    for (const [x, y] of await cornersOf(page, 45)) await page.touchscreen.tap(x, y);
    await expect(bar(page).getByRole('status')).toContainText(/\d+ (mm|px) across/);
    await expectNoViolations(page);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
    await page.screenshot({ path: test.info().outputPath('phone-dark.png') });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: test.info().outputPath('phone-light.png') });

    const views = page.getByRole('radiogroup', { name: 'View to draw in' });
    await views.locator('label').last().tap();
    const question = page.getByRole('alertdialog', { name: 'The drawing is not kept yet' });
    await question.getByRole('button', { name: 'Keep it and go on' }).tap();
    await saved(review);
    await expect(stageOf(page).getByRole('application')).toBeFocused();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      await page.keyboard.press(' ');
      for (let step = 0; step < 5; step++) await page.keyboard.press(key);
    }
    await page.keyboard.press(' ');
    await page.keyboard.press('Enter');
    await expect(bar(page).getByRole('status')).toContainText(/across/);
    await bar(page).getByRole('button', { name: 'Keep outline' }).press('Enter');
    await expect(bar(page)).toHaveCount(0);
    await saved(review);
    await expect(viewer(page).locator('[data-by="reader"]').first()).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('phone-drawn.png') });
    expect(complaints).toEqual([]);
  });
});
