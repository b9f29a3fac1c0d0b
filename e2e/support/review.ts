import { expect, type Locator, type Page } from '@playwright/test';

/**
 * On a report's details: starts its review, or goes on where another test began, as the samples are
 * everyone's.
 */
export async function takeReview(page: Page): Promise<Locator> {
  const review = page.getByRole('region', { name: 'Review' });
  const mine = review.getByText('By you');
  const start = page.getByRole('button', { name: 'Start review' });
  await expect(mine.or(start)).toBeVisible();
  if (!(await mine.isVisible())) await start.click();
  await expect(mine).toBeVisible();
  return review;
}
