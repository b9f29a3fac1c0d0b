import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../support/clinician.ts';
import { complaintsOf } from '../support/screens.ts';
import { chestSeries } from '../support/series.ts';

const count = 600;
/** Of a short series: what its opening costs is what a long one may. */
const few = 12;
/** Of an exam under way: enough to see sending and reading side by side. */
const sentAtLeast = 12;

/** The longest that a page's own thread answered nothing, milliseconds, since the last call. */
async function longestPause(page: Page): Promise<number> {
  return page.evaluate(() => {
    const own = window as unknown as { pauses?: { longest: number } };
    if (!own.pauses) {
      const pauses = { longest: 0 };
      own.pauses = pauses;
      let last = performance.now();
      setInterval(() => {
        const now = performance.now();
        pauses.longest = Math.max(pauses.longest, now - last - 20);
        last = now;
      }, 20);
    }
    const { longest } = own.pauses;
    own.pauses.longest = 0;
    return longest;
  });
}

async function open(page: Page, files: readonly string[]): Promise<void> {
  await page.getByLabel('Open a Series', { exact: true }).setInputFiles(files);
  const place = page.getByTestId('slice-place');
  await expect(place).toHaveText(new RegExp(` of ${files.length}$`), { timeout: 120_000 });
}

test('600 slices of 512 x 512: the page stays responsive, and cancel ends it', async ({ page }) => {
  test.setTimeout(400_000);
  const complaints = complaintsOf(page);
  const folder = await mkdtemp(join(tmpdir(), 'second-read-long-'));
  try {
    const files: string[] = [];
    for (const { name, bytes } of await chestSeries(count)) {
      files.push(join(folder, name));
      await writeFile(join(folder, name), bytes);
    }
    await signIn(page);
    await page.goto('/lung-analysis');
    await page.getByLabel('Patient ID (Required)').fill(`LONG-${Date.now()}`);
    // What this machine, busy as it is, does to a page that has nothing to do.
    await longestPause(page);
    await page.waitForTimeout(3_000);
    const idle = await longestPause(page);
    // What a short series costs, with the viewer's code that comes with the first.
    await open(page, files.slice(0, few));
    const openingFew = await longestPause(page);
    await page.getByRole('button', { name: 'Clear image' }).click();
    await longestPause(page);
    await open(page, files);
    const opening = await longestPause(page);
    await page.getByRole('button', { name: 'Analyze exam' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    const panel = page.getByRole('region', { name: 'Series in the background' });
    const sent = async () => Number(/(\d+) of 600 sent/.exec((await panel.textContent()) ?? '')?.[1] ?? 0);
    await expect.poll(sent, { timeout: 120_000 }).toBeGreaterThanOrEqual(sentAtLeast);
    await page.getByRole('link', { name: 'History' }).first().click();
    const sending = await longestPause(page);
    test.info().annotations.push({
      type: 'longest pause, ms',
      description: `${idle}, ${openingFew}, ${opening}, ${sending}`,
    });
    console.log(`longest pause ${idle} ms idle, ${openingFew} and ${opening} opening, ${sending} sending`);
    for (const pause of [opening, sending])
      expect(pause).toBeLessThan(Math.max(500, 5 * idle, 2 * openingFew));
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toContainText(/cancel/i);
    expect(complaints).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
