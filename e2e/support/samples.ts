import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Opens the history on one of the demo's sample reports and returns its card. The server makes the samples
 * after it is ready, one by one, so the list is asked for until the report is there.
 */
export async function openSample(
  page: Page,
  { type, patientId }: { type: string; patientId: string },
): Promise<Locator> {
  const card = page.getByRole('region', { name: 'Reports' }).getByRole('article').first();
  await expect(async () => {
    await page.goto(`/analysis-history?scope=all&type=${type}&q=${patientId}`);
    await expect(card).toContainText(patientId, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  return card;
}
