import type { Config } from '../../config/config.ts';
import type { Messengers } from './messages.ts';
import { openSignedWebhook, webhookKey } from './signed-webhook.ts';
import { openSmtp } from './smtp.ts';

/** The configured drivers. */
export function openMessengers(
  { alarms, productName }: Pick<Config, 'alarms' | 'productName'>,
  now: () => Date,
): Messengers {
  const { smtp, webhookSecret, webhookAllowed, publicUrl } = alarms;
  const mail = smtp && openSmtp(smtp, { productName, publicUrl });
  return {
    email: mail?.send ?? null,
    webhook: webhookSecret === null ? null : openSignedWebhook(webhookSecret, now, webhookAllowed),
    webhookKeyOf: (organisationId) =>
      webhookSecret === null ? null : webhookKey(webhookSecret, organisationId),
    close: async () => mail?.close(),
  };
}
