import type { OffHost } from './off-host.ts';

const answerWithinMs = 30_000;

/** The receiver stores what is posted, and returns it as files. */
export function openWebhook({ url, token }: { url: string; token: string | null }): OffHost {
  return {
    keep: async (name, text) => {
      const reply = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-record-name': name,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: text,
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      await reply.body?.cancel();
      if (!reply.ok) throw new Error(`the webhook answered ${reply.status}`);
    },
    readAll: null,
  };
}
