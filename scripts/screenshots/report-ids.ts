import type { Page } from '@playwright/test';

/** Reports of a list of the API, newest first, with the page's own session. */
export async function reportIds(page: Page, path: string): Promise<string[]> {
  return page.evaluate(async (address) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('access')}` };
    const reply = await fetch(address, { headers });
    return (await reply.json()).results.map((report: { id: string }) => report.id);
  }, path);
}
