import { z } from 'zod';
import { accountItem } from '../../../storage/browser-storage.ts';

/** In the tab's storage: a series that was sent is followed again after the page is loaded anew. */
const remembered = z.object({ id: z.uuid(), title: z.string(), user: z.string() });
type Remembered = z.infer<typeof remembered>;

export function rememberBatch(batch: Remembered): void {
  accountItem('runningSeries').write(JSON.stringify(batch));
}

export function rememberedBatch(): Remembered | null {
  try {
    return remembered.safeParse(JSON.parse(accountItem('runningSeries').read() ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

export function dropRememberedBatch(): void {
  accountItem('runningSeries').write(null);
}
