import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { examPane, examReadout, examViewer, openChestExam } from '../support/chest-exam.ts';
import { analyse, samplePath } from '../support/clinician.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { pdfText } from '../support/pdf-text.ts';
import { confirmSignature, takeReview } from '../support/review.ts';
import { complaintsOf } from '../support/screens.ts';
import { boxOf, readoutOf, stageOf } from '../support/stage.ts';

const chosen = (page: Page) =>
  page.getByRole('list', { name: 'Key images of the reader' }).getByRole('listitem');

/** Whether the picture of each key image was had. */
const arePicturesThere = (page: Page) =>
  chosen(page)
    .locator('img')
    .evaluateAll((all) =>
      all.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 300),
    );

async function downloaded(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: 'Download Report' });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return (await pdfText(await file.path())).join(' ');
}

const measured = (page: Page) =>
  page.getByRole('list', { name: 'Measurements of the reader' }).getByRole('listitem');

/** Draws a length, CSS pixels below the middle. */
const drawn = async (page: Page, below = -40) => {
  const { middle } = await boxOf(examPane(page));
  await page.keyboard.press('l');
  await page.mouse.move(middle.x - 60, middle.y + below);
  await page.mouse.down();
  await page.mouse.move(middle.x + 20, middle.y + below, { steps: 4 });
  await page.mouse.up();
};

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true });

  test('key images of an exam are chosen by key, mouse and finger, looked at again, signed and printed', async ({
    page,
  }) => {
    test.setTimeout(400_000);
    const complaints = complaintsOf(page);
    await openChestExam(page, signInToOwnAccount);
    const button = examViewer(page).getByRole('button', { name: 'Key image', exact: true });

    await test.step('by key, with its window, its zoom and what is measured on it', async () => {
      await examPane(page).focus();
      await page.keyboard.press('3');
      await drawn(page);
      await page.keyboard.press('+');
      await page.keyboard.press('k');
      await expect(chosen(page)).toHaveText(/^Slice \d, W 350 L 50$/);
      await page.keyboard.press('k');
      await expect(chosen(page)).toHaveCount(1);
      await expect(page.getByText('This is a key image already.')).toBeVisible();
      await expect(page.getByText('Key images are kept with the report while you review it.')).toBeVisible();
    });

    await test.step('by mouse a plane, by finger another slice', async () => {
      await takeReview(page);
      await expect(page.getByText('Key images are kept with the report')).toHaveCount(0);
      await examViewer(page).getByText('Coronal', { exact: true }).click();
      await expect(examViewer(page).getByTestId('plane-coronal')).toBeVisible();
      await button.click();
      await expect(chosen(page)).toHaveCount(2);
      await examViewer(page).getByText('Axial', { exact: true }).click();
      await examPane(page).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('1');
      await button.tap();
      await expect(chosen(page)).toHaveCount(3);
    });

    await test.step('each leads back to how it was looked at', async () => {
      const place = examViewer(page).getByTestId('exam-place');
      const last = await place.textContent();
      await page.keyboard.press('r');
      await chosen(page).nth(0).getByRole('button').first().click();
      await expect(place).not.toHaveText(last ?? '');
      await expect(examReadout(page)).toContainText('W 350 L 50 HU');
      await chosen(page).nth(1).getByRole('button').first().click();
      await expect(examViewer(page).getByTestId('plane-coronal')).toBeVisible();
      await chosen(page).nth(2).getByRole('button').first().click();
      await expect(examReadout(page)).toContainText('W 1500 L -600 HU');
      await expect(place).toHaveText(last ?? '');
    });

    await test.step('one is removed and brought back, and all are there after a reload', async () => {
      const first = chosen(page).nth(0);
      await first.getByRole('button', { name: /^Remove the key image/ }).click();
      await expect(chosen(page)).toHaveCount(2);
      await examViewer(page).getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(chosen(page)).toHaveCount(3);
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
      await page.reload();
      await expect(chosen(page)).toHaveCount(3);
      await expect.poll(() => arePicturesThere(page)).toBe(true);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
      }
    });

    await test.step('a measurement is deleted, also after a reload', async () => {
      await expect(measured(page)).toHaveCount(1);
      await examPane(page).focus();
      await drawn(page, 60);
      await expect(measured(page)).toHaveCount(2);
      const deleted = measured(page).nth(1);
      await deleted.getByRole('button', { name: /^Delete the measurement/ }).click();
      await expect(measured(page)).toHaveCount(1);
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
      await page.reload();
      await expect(chosen(page)).toHaveCount(3);
      await expect(measured(page)).toHaveCount(1);
    });

    await test.step('the help lists the key', async () => {
      await examPane(page).focus();
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keys of this screen' });
      await expect(help).toContainText('Make it a key image of the report');
      await page.keyboard.press('Escape');
    });

    await test.step('they are at the head of the signed PDF', async () => {
      await page.getByRole('button', { name: 'Sign report' }).click();
      await confirmSignature(page);
      await expect(page.getByRole('button', { name: /^Remove the key image/ })).toHaveCount(0);
      await expect(measured(page)).toHaveCount(1);
      await expect(page.getByRole('button', { name: /^Delete the measurement/ })).toHaveCount(0);
      const text = await downloaded(page);
      for (const words of [/Slice \d \(image \d+\), W 350 L 50 HU|Slice \d, W 350 L 50 HU/, /\d+\.\d mm/])
        expect(text).toMatch(words);
      expect(text).toMatch(/Coronal plane \d+, W 350 L 50 HU/);
      expect(text.indexOf('W 350 L 50 HU')).toBeLessThan(text.indexOf('Measurements of the reader'));
    });
    expect(complaints).toEqual([]);
  });
});

test('a key image of a single image is chosen by key, kept over a reload, and heads its PDF', async ({
  page,
}) => {
  await signInToOwnAccount(page);
  await page.goto('/breast-analysis');
  await analyse(page, { patientId: 'KEY-1', file: samplePath('breast/cesm_p276_l_dm_cc.png') });
  await page.goto('/analysis-history?type=breast&q=KEY-1');
  await page.getByRole('region', { name: 'Reports' }).getByRole('article').getByRole('link').first().click();
  await takeReview(page);
  await expect(readoutOf(page)).toBeVisible();
  await stageOf(page).focus();
  await page.keyboard.press('i');
  await page.keyboard.press('k');
  await expect(chosen(page)).toHaveText(/^Image, W \d+ L \d+$/);
  await page.keyboard.press('i');
  await page.getByRole('button', { name: 'Key image', exact: true }).click();
  await expect(chosen(page)).toHaveCount(2);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(chosen(page)).toHaveCount(2);
  await expect.poll(() => arePicturesThere(page)).toBe(true);
  await expect(readoutOf(page)).toBeVisible();
  await chosen(page).nth(0).getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'Invert', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const text = await downloaded(page);
  expect(text.indexOf('Image, W')).toBeGreaterThan(0);
  expect(text.indexOf('Image, W')).toBeLessThan(text.indexOf('Original Image'));
});
