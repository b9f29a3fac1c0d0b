import { expect, type Page, type Route, test } from '@playwright/test';
import { analyse, samplePath } from '../support/clinician.ts';
import { signInToOwnAccount } from '../support/own-account.ts';

const reviewOf = (page: Page) => page.getByRole('region', { name: 'Review' });
const saved = (page: Page) => expect(reviewOf(page).getByText('Saved', { exact: true })).toBeVisible();

/** Writes a section and leaves it. */
async function write(page: Page, section: string, text: string): Promise<void> {
  const field = reviewOf(page).getByRole('textbox', { name: section });
  await field.fill(text);
  await field.blur();
}

test('a second tab shows what the first one wrote and overwrites nothing; a tab closed without a network asks, and its text is sent on return', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await signInToOwnAccount(page);
  await page.goto('/breast-analysis');
  await analyse(page, { patientId: 'DAY-TABS', file: samplePath('breast/cesm_p276_l_dm_cc.png') });
  await page.getByRole('link', { name: 'Open the stored report' }).click();
  await page.getByRole('button', { name: 'Start review' }).click();
  await expect(reviewOf(page).getByText('By you')).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(reviewOf(second).getByText('By you')).toBeVisible();

  await test.step('the other tab shows a decision and a text at once', async () => {
    const accept = reviewOf(page).getByRole('button', { name: /^Accept/ });
    await accept.first().click();
    await expect(reviewOf(second).getByText('Accepted', { exact: true })).toBeVisible();
    await write(page, 'Comparison', 'None available.');
    await saved(page);
    const field = reviewOf(second).getByRole('textbox', { name: 'Comparison' });
    await expect(field).toHaveValue('None available.');
  });

  await test.step('a text that both wrote is asked about', async () => {
    const isChange = (route: Route) => route.request().method() === 'PATCH';
    await second.route('**/reviews/current/', (route) =>
      isChange(route) ? route.abort('internetdisconnected') : route.fallback(),
    );
    await write(second, 'Recommendation', 'From the second tab.');
    await expect(reviewOf(second).getByText(/Not saved: 1 change kept here/)).toBeVisible();
    await write(page, 'Recommendation', 'From the first tab.');
    await saved(page);
    await second.unroute('**/reviews/current/');
    // The server has refused to write over it.
    await expect(reviewOf(second).getByText(/Recommendation was changed in another tab/)).toBeVisible();
    const question = reviewOf(second).getByRole('alert');
    await expect(question).toContainText('Written in another tab meanwhile: “From the first tab.”');
    const field = (tab: Page) => reviewOf(tab).getByRole('textbox', { name: 'Recommendation' });
    await expect(field(page)).toHaveValue('From the first tab.');
    await question.getByRole('button', { name: 'Keep what is here' }).click();
    await expect(field(page)).toHaveValue('From the second tab.');
  });

  await test.step('a tab with unsent text asks before it closes, and the text is sent on return', async () => {
    await context.setOffline(true);
    await write(second, 'Impression', 'Written without a network.');
    await expect(reviewOf(second).getByText(/Not saved: 1 change kept here/)).toBeVisible();
    const asked = second.waitForEvent('dialog');
    const closed = second.waitForEvent('close');
    await second.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.accept();
    await closed;
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(page.url());
    const impression = (tab: Page) => reviewOf(tab).getByRole('textbox', { name: 'Impression' });
    await expect(impression(again)).toHaveValue('Written without a network.');
    await saved(again);
    await expect(impression(page)).toHaveValue('Written without a network.');
  });
});
