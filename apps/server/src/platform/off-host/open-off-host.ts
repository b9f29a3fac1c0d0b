import { openFolder } from './folder.ts';
import type { OffHost, OffHostSettings } from './off-host.ts';
import { openWebhook } from './webhook.ts';

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
