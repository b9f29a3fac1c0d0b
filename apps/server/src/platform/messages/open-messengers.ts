import type { AllowedReceivers } from './allowed-address.ts';
import type { Messengers } from './messages.ts';
import { openSignedWebhook, webhookKey } from './signed-webhook.ts';
import { openSmtp, type SmtpSettings } from './smtp.ts';

export interface MessengerSettings {
  /** Null: no alarms by e-mail. */
  readonly smtp: SmtpSettings | null;
  /** Null: no alarms to webhooks. */
  readonly webhookSecret: string | null;
  /** Receivers on this machine or in private networks that organizations may name. */
  readonly webhookAllowed: AllowedReceivers;
  /** What addresses of screens in messages begin with, without a slash at its end. Null: no links. */
  readonly publicUrl: string | null;
}

/** The configured drivers. */
export function openMessengers(
  { alarms, productName }: { readonly alarms: MessengerSettings; readonly productName: string },
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
