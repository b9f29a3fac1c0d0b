import { z } from 'zod';

/** In the tab's storage: a series that was sent is followed again after the page is loaded anew. */
const key = 'runningSeries';
const remembered = z.object({ id: z.uuid(), title: z.string(), user: z.string() });
type Remembered = z.infer<typeof remembered>;

export function rememberBatch(batch: Remembered): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(batch));
  } catch {
    // Without storage the panel ends with the page; the series stands under "Series".
  }
}

export function rememberedBatch(): Remembered | null {
  try {
    return remembered.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

export function dropRememberedBatch(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was remembered then.
  }
}
