import { expect } from 'vitest';

/** A real connection to the stream of events of a listening server. */
export async function openEvents(url: string, headers: Record<string, string>) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/worklist/events/`, { headers, signal: abort.signal });
  const seen: string[] = [];
  let taken = 0;
  const ended = read(response, seen).catch(() => false);
  await expect.poll(() => seen.length > 0 || response.status !== 200).toBe(true);
  taken = seen.length;
  return {
    status: response.status,
    ended,
    seen: () => [...seen],
    /** Whether the event comes within that time; earlier ones are passed over. */
    next: async (name: string, timeout = 5_000): Promise<boolean> => {
      const at = () => seen.indexOf(name, taken);
      const found = await expect
        .poll(at, { timeout, interval: 20 })
        .toBeGreaterThanOrEqual(0)
        .then(
          () => true,
          () => false,
        );
      if (found) taken = at() + 1;
      return found;
    },
    close: async () => {
      abort.abort();
      await ended;
    },
  };
}

/** True at the end of the stream. */
async function read(response: Response, seen: string[]): Promise<boolean> {
  if (!response.body) return false;
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    for (const [, name = ''] of decoder.decode(chunk, { stream: true }).matchAll(/^event: (\w+)$/gm))
      seen.push(name);
  }
  return true;
}
