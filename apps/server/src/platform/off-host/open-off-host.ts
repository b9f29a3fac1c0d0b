import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OffHost, OffHostSettings } from './off-host.ts';

const answerWithinMs = 30_000;

/** The receiver stores what is posted, and returns it as files. */
function openWebhook({ url, token }: { url: string; token: string | null }): OffHost {
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

/** The configured place. */
export function openOffHost(settings: OffHostSettings): OffHost {
  if (settings.kind === 'folder') return openFolder(settings.folder);
  return settings.kind === 's3' ? onFirstUse(settings) : openWebhook(settings);
}

/** A bucket whose library is loaded when it is first asked. */
function onFirstUse({ s3, retentionDays }: Extract<OffHostSettings, { kind: 's3' }>): OffHost {
  const open = async () => (await import('./s3.ts')).openBucket(s3, retentionDays);
  return {
    keep: async (name, text) => (await open()).keep(name, text),
    readAll: async function* () {
      yield* (await open()).readAll?.() ?? [];
    },
  };
}

/** A remote folder: a share to which this machine may only add. */
function openFolder(folder: string): OffHost {
  return {
    keep: async (name, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(join(folder, name), 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    readAll: async function* () {
      for (const name of await readdir(folder)) {
        if (name.endsWith('.json')) yield { name, text: await readFile(join(folder, name), 'utf8') };
      }
    },
  };
}
