import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { type Spoken, spoken, transcript, unnamed } from '../support/spoken.ts';

/** One full reading in each module, by names, roles and keys alone: as somebody does who sees nothing. */
const modules = [
  { id: 'breast', card: /Breast/, heading: 'Breast Analysis', sample: /Left CC, P276/, finding: 'Mass' },
  {
    id: 'brain-ct',
    card: /Brain/,
    heading: 'Brain Image Classification',
    sample: /Epidural hemorrhage/,
    finding: 'Hemorrhage',
  },
  { id: 'lung', card: /Lung/, heading: 'Lung CT Analysis', sample: /Slice 13, PNG/, finding: 'Mass' },
  {
    id: 'cervix',
    card: /Cervix/,
    heading: 'Cervix Image Analysis',
    sample: /Colposcopy, Swede 5/,
    finding: 'Lesion',
  },
];

const record: string[] = [];

/** Adds what is heard now to the record; nothing that can be operated may be without a name. */
async function listen(page: Page, step: string): Promise<Spoken[]> {
  const nodes = await spoken(page);
  expect.soft(unnamed(nodes), step).toEqual([]);
  expect.soft(await page.locator('img:not([alt])').count(), `${step}: images without words`).toBe(0);
  record.push(`## ${step}`, transcript(nodes), '');
  return nodes;
}

const headings = (nodes: readonly Spoken[]) =>
  nodes.filter(({ role }) => role === 'heading').map(({ name }) => name);

async function press(page: Page, role: 'button' | 'link', name: RegExp | string): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  await target.focus();
  await page.keyboard.press('Enter');
}

async function signInByKeys(page: Page): Promise<void> {
  await page.route('**/api/accounts/login/', (route) => route.abort(), { times: 1 });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  const nodes = await listen(page, 'sign in');
  expect(nodes.filter(({ role }) => role === 'textbox').map(({ name }) => name)).toEqual([
    expect.stringContaining('Email or Username'),
    expect.stringContaining('Password'),
  ]);
  await press(page, 'button', 'Sign in');
  await page.waitForURL('**/dashboard');
}

for (const { id, card, heading, sample, finding } of modules) {
  test(`a screen reader goes through one reading of ${id}, from signing in to the saved PDF`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    record.length = 0;
    await signInByKeys(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Medical Image Analysis' })).toBeVisible();
    await listen(page, 'choose');
    await page.getByRole('main').getByRole('heading', { name: card }).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
    await press(page, 'button', sample);
    await expect(page.getByRole('button', { name: 'Analyze Image' })).toBeEnabled();
    const chosen = await listen(page, 'analyze');
    expect(chosen.some(({ role, name }) => role === 'textbox' && name.startsWith('Patient ID'))).toBe(true);
    // What is spoken by itself, as it comes.
    const said = page.locator('[aria-live="polite"]').filter({ hasText: 'The report is ready.' });
    await press(page, 'button', 'Analyze Image');
    await expect(said).toHaveCount(1, { timeout: 90_000 });
    const nodes = await listen(page, 'findings');
    const texts = nodes.map(({ name }) => name);
    expect(headings(nodes)[0]).toBe(heading);
    expect(
      texts.some((text) => text.startsWith(finding)),
      finding,
    ).toBe(true);
    expect(texts).toContain('Research use only. Not for primary diagnosis.');
    const saved = page.waitForEvent('download');
    await press(page, 'button', 'Download Report');
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    mkdirSync('test-results', { recursive: true });
    writeFileSync(`test-results/screen-reader-${id}.txt`, record.join('\n'));
  });
}
