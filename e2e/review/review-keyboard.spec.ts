import { expect, type Locator, type Page, test } from '@playwright/test';
import { samplePath } from '../support/clinician.ts';
import { enter, tabTo } from '../support/keyboard.ts';
import { signInToOwnAccount } from '../support/own-account.ts';
import { confirmSignature, giveReason } from '../support/review.ts';
import { beginReview, inspect, inspectHere, rejectByKeys, writeAndSign } from '../support/review-by-keys.ts';
import { chestSeries } from '../support/series.ts';

async function seriesFiles() {
  const slices = await chestSeries(3);
  return slices.map(({ name, bytes }) => ({
    ...{ name, mimeType: 'application/dicom', buffer: Buffer.from(bytes) },
  }));
}

test('a head CT is read, a finding rejected and the report signed by keyboard alone', async ({ page }) => {
  test.setTimeout(180_000);
  await signInToOwnAccount(page);
  await page.goto('/brain-analysis');
  await tabTo(page, page.getByLabel('Patient ID (Required)'));
  await page.keyboard.type('KEYS-1');
  await page
    .getByLabel('Upload Image', { exact: true })
    .setInputFiles(samplePath('brain-ct/ct_epidural_075_32.png'));
  await enter(page, page.getByRole('button', { name: 'Analyze Image' }));
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });

  const review = await beginReview(page);
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText(/hemorrhage suspected/i);
  await rejectByKeys(page, review.getByRole('button', { name: /^Reject .*hemorrhage/i }), 'Artifact');
  await expect(review.getByText('Rejected: Artifact')).toBeVisible();
  await expect(report).not.toContainText(/hemorrhage suspected/i);
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('rejected.png'), fullPage: true });
  await writeAndSign(page, 'No hemorrhage: streak artifact.');
  await page.goto('/worklist');
  await expect(page.getByText('Nothing waits for a reader here.')).toBeVisible();
});

test('a chest exam is reviewed and signed by keyboard alone', async ({ page }) => {
  test.setTimeout(300_000);
  await signInToOwnAccount(page);
  await page.goto('/lung-analysis');
  await tabTo(page, page.getByLabel('Patient ID (Required)'));
  await page.keyboard.type('KEYS-2');
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(await seriesFiles());
  await enter(page, page.getByRole('button', { name: 'Analyze exam' }));
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Start' }));
  const panel = page.getByRole('region', { name: 'Series in the background' });
  await expect(panel).toContainText('the report is ready', { timeout: 120_000 });

  const review = await beginReview(page);
  // The engine marks nothing on these slices: the reader adds what it missed.
  await enter(page, review.getByRole('button', { name: 'Add', exact: true }));
  const added = review.getByRole('listitem').filter({ hasText: 'Added' });
  await expect(added).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'Report' })).toContainText(/nodule/i);
  await enter(page, review.getByRole('button', { name: 'Undo' }));
  await expect(added).toHaveCount(0);
  await enter(page, review.getByRole('button', { name: 'Redo' }));
  await expect(added).toHaveCount(1);
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('exam-added.png'), fullPage: true });
  await writeAndSign(page, 'Nodule, seen by the reader.');
  await page.goto('/worklist');
  await expect(page.getByText('Nothing waits for a reader here.')).toBeVisible();
});

for (const { name, path, sample, finding, descriptor, key, said } of [
  {
    ...{ name: 'a mammogram', path: '/breast-analysis', sample: 'breast/cesm_p276_l_dm_cc.png' },
    ...{ finding: 'Mass', descriptor: 'Shape', key: 'R', said: /round/i },
  },
  {
    ...{ name: 'a photograph of the cervix', path: '/cervix-analysis' },
    ...{ sample: 'cervix/aceto_C57Aceto_3.jpg' },
    ...{ finding: 'Lesion', descriptor: 'Acetowhiteness', key: 'D', said: /dense/i },
  },
] as const)
  test(`of ${name} findings are accepted, changed, added, drawn and rejected, and the report signed and amended, by keyboard alone`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await signInToOwnAccount(page);
    await page.goto(path);
    await tabTo(page, page.getByLabel('Patient ID (Required)'));
    await page.keyboard.type('KEYS-3');
    await page.getByLabel('Upload Image', { exact: true }).setInputFiles(samplePath(sample));
    await enter(page, page.getByRole('button', { name: 'Analyze Image' }));
    await expect(page.getByRole('button', { name: 'Download Report' })).toBeEnabled({ timeout: 60_000 });

    const review = await beginReview(page);
    const items = review.getByRole('listitem');
    const first = items.filter({ hasText: new RegExp(`^${finding}`, 'i') }).first();
    await enter(page, first.getByRole('button', { name: /^Accept/ }));
    await expect(first).toHaveAttribute('data-decision', 'accepted');
    await enter(page, first.getByRole('button', { name: /^Change/ }));
    const choice = first.getByLabel(new RegExp(`^${descriptor} of`));
    await tabTo(page, choice);
    await page.keyboard.press(key);
    await expect(choice.locator('option:checked')).toHaveText(said);
    await page.keyboard.press('Tab');
    await expect(first).toHaveAttribute('data-decision', 'changed');
    await expect(page.getByRole('article', { name: 'Report' })).toContainText(said);
    await inspect(page);

    await enter(page, review.getByRole('button', { name: 'Add', exact: true }));
    const added = items.filter({ hasText: 'Added' });
    await drawByKeys(page, added.getByRole('button', { name: /^Outline/ }), 'ArrowRight');
    await expect(added).toHaveCount(1);
    await rejectByKeys(page, first.getByRole('button', { name: /^Reject/ }), 'Normal structure');
    await expect(first).toHaveAttribute('data-decision', 'rejected');
    await inspect(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: test.info().outputPath('reviewed.png'), fullPage: true });

    await writeAndSign(page, 'As drawn by the reader.');
    await enter(page, review.getByRole('button', { name: 'Amend' }));
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await page.keyboard.type('Follow-up.');
    await page.keyboard.press('Enter');
    await expect(review.getByText('By you')).toBeVisible();
    await writeAndSign(page, 'As drawn by the reader, no follow-up.', 'Amended');
    await inspect(page);
    await page.goto('/worklist');
    await expect(page.getByText('Nothing waits for a reader here.')).toBeVisible();
  });

/** Four corners, each some steps of an arrow key away from the one before. */
async function drawByKeys(page: Page, outline: Locator, way: string): Promise<void> {
  await enter(page, outline);
  await expect(page.getByTestId('viewer-stage').getByRole('application')).toBeFocused();
  for (const key of [way, 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press(' ');
    for (let step = 0; step < 4; step++) await page.keyboard.press(key);
  }
  await page.keyboard.press(' ');
  await page.keyboard.press('Enter');
  const bar = page.getByRole('region', { name: /^Outline of/ });
  await expect(bar.getByRole('status')).toContainText(/across/);
  await enter(page, bar.getByRole('button', { name: 'Keep outline' }));
  await expect(bar).toHaveCount(0);
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review.getByText('Saved', { exact: true })).toBeVisible();
}

test.describe('on a phone in the dark', () => {
  test.use({ hasTouch: true, colorScheme: 'dark' });

  test('a chest exam is read, reviewed, signed and amended', async ({ page }) => {
    test.setTimeout(300_000);
    await signInToOwnAccount(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/lung-analysis');
    await page.getByLabel('Patient ID (Required)').fill('PHONE-1');
    await page.getByLabel('Open a Series', { exact: true }).setInputFiles(await seriesFiles());
    await page.getByRole('button', { name: 'Analyze exam' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).tap();
    const panel = page.getByRole('region', { name: 'Series in the background' });
    await expect(panel).toContainText('the report is ready', { timeout: 120_000 });
    await page.goto('/worklist');
    await page.getByRole('main').locator('tbody tr').first().getByRole('link').first().tap();
    await page.getByRole('button', { name: 'Start review' }).tap();
    const review = page.getByRole('region', { name: 'Review' });
    await expect(review.getByText('By you')).toBeVisible();
    await review.getByRole('button', { name: 'Add', exact: true }).tap();
    const added = review.getByRole('listitem').filter({ hasText: 'Added' });
    await added.getByRole('button', { name: /^Change/ }).tap();
    await added.getByLabel(/^Side of/).selectOption('left');
    await expect(page.getByRole('article', { name: 'Report' })).toContainText(/nodule.*left/i);
    await inspectHere(page);
    await page.screenshot({ path: test.info().outputPath('exam-phone.png'), fullPage: true });
    for (const state of ['Signed', 'Amended']) {
      if (state === 'Amended') {
        await review.getByRole('button', { name: 'Amend' }).tap();
        await giveReason(page, 'Looked again.');
      }
      await review.getByRole('textbox', { name: 'Impression' }).fill(`${state} on a phone.`);
      await review.getByRole('textbox', { name: 'Recommendation' }).tap();
      await expect(review.getByText('Saved', { exact: true })).toBeVisible();
      await review.getByRole('button', { name: 'Sign report' }).tap();
      await confirmSignature(page);
      await expect(review.getByText(state, { exact: true })).toBeVisible();
      await inspectHere(page);
    }
  });
});
