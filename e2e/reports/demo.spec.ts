import { expect, test } from '@playwright/test';
import { samplePath } from '../support/clinician.ts';

test('the demo fades, hides, opens findings, compares cases by key and shows an own picture', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Try Full Demo' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Demo data').first()).toBeVisible();
  await expect(main.getByRole('group', { name: 'Demo cases' }).getByRole('button')).toHaveCount(3);

  const sliders = main.getByRole('slider');
  await expect(sliders).toHaveCount(2);
  for (const slider of await sliders.all()) {
    for (const [name, value] of [
      ['min', '0'],
      ['max', '1'],
      ['step', '0.01'],
    ] as const) {
      await expect(slider).toHaveAttribute(name, value);
    }
  }
  const segmented = main.getByRole('figure', { name: 'Segmented Image' }).or(main.getByRole('figure').nth(1));
  const layer = segmented.first().locator('img').nth(1);
  await expect(layer).toHaveCSS('opacity', '1');
  await sliders.nth(1).press('ArrowLeft');
  await expect(layer).toHaveCSS('opacity', '0.99');
  await sliders.nth(1).press('Home');
  await expect(layer).toHaveCSS('opacity', '0');
  await main.getByRole('button', { name: 'Hide segmented image' }).click();
  await expect(sliders).toHaveCount(1);
  await main.getByRole('button', { name: 'Show segmented image' }).click();
  await expect(sliders).toHaveCount(2);

  const report = main.getByRole('complementary', { name: 'Report' });
  await expect(report.getByRole('heading', { name: 'Assessment' })).toBeVisible();
  await expect(report.getByText('BI-RADS 4', { exact: true })).toBeVisible();
  await expect(report.getByText('BI-RADS 3 is given with the case')).toBeVisible();
  const tissue = report.getByRole('button', { name: /^Breast Tissue/ });
  const before = await tissue.getAttribute('aria-expanded');
  await tissue.click();
  await expect(tissue).not.toHaveAttribute('aria-expanded', before ?? '');

  const dialog = page.getByRole('dialog', { name: 'Case comparison' });
  await main.getByRole('button', { name: 'Compare cases' }).click();
  await expect(dialog.getByRole('heading', { level: 3 }).first()).toContainText('Current:');
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await dialog.press('ArrowLeft');
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await dialog.press('ArrowRight');
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Previous' }).click();
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await expect(dialog.getByRole('slider')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const picker = main.getByLabel('Choose an image');
  await expect(picker).toHaveAttribute('accept', 'image/*');
  await picker.setInputFiles(samplePath('cervix/aceto_C73Aceto_1.jpg'));
  await expect(main.getByRole('img', { name: 'aceto_C73Aceto_1.jpg' })).toBeVisible();
  await expect(main.getByText('has not been analyzed')).toBeVisible();
  await main.getByRole('button', { name: 'Back to the demo case' }).click();
  await expect(sliders).toHaveCount(2);
});
