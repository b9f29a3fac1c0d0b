import { openFolder } from './folder.ts';
import type { OffHost, OffHostSettings } from './off-host.ts';
import { openBucket } from './s3.ts';
import { openWebhook } from './webhook.ts';

/** The configured place. */
export function openOffHost(settings: OffHostSettings): OffHost {
  if (settings.kind === 'folder') return openFolder(settings.folder);
  return settings.kind === 's3' ? openBucket(settings.s3, settings.retentionDays) : openWebhook(settings);
}
