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

/** In the dialog that asks to sign: accepts what is not decided, and signs. */
export async function confirmSignature(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign this report?' });
  await expect(dialog).toContainText(/\d+ undecided/);
  const remaining = dialog.getByRole('checkbox', { name: /^Accept all remaining/ });
  if ((await remaining.count()) > 0) await remaining.check();
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
}

/** In the dialog that asks why a signed report is amended. */
export async function giveReason(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Amend this report?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Amend' }).click();
}
