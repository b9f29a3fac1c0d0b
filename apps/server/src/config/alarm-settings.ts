import { parseAllowedReceivers } from '../platform/messages/allowed-address.ts';
import type { MessengerSettings } from '../platform/messages/open-messengers.ts';
import { ConfigurationError, type Environment } from './environment.ts';

/** How alarms leave the application. */
export interface AlarmSettings extends MessengerSettings {
  /** The pause before the second try; it doubles from try to try. */
  readonly retrySeconds: number;
}

/** Throws `ConfigurationError` for what cannot be meant. */
export function alarmSettings(environment: Environment): AlarmSettings {
  const { SMTP_URL: url, SMTP_FROM: from, ALARM_WEBHOOK_SECRET: secret } = environment;
  if ((url === undefined) !== (from === undefined))
    throw new ConfigurationError('SMTP_URL and SMTP_FROM must be set together.');
  const webhookAllowed = parseAllowedReceivers(environment.ALARM_WEBHOOK_ALLOWED);
  if (webhookAllowed === null)
    throw new ConfigurationError('ALARM_WEBHOOK_ALLOWED must be host names, addresses and networks.');
  return {
    smtp: url !== undefined && from !== undefined ? { url, from } : null,
    webhookSecret: secret ?? null,
    webhookAllowed,
    publicUrl: environment.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    retrySeconds: environment.ALARM_RETRY_SECONDS,
  };
}
