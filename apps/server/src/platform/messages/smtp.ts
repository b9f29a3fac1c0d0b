import { createTransport } from 'nodemailer';
import type { AlarmSettings } from '../../config/alarm-settings.ts';
import { MessageFailure, type SendMessage } from './messages.ts';

const patienceMs = 20_000;

export interface Smtp {
  readonly send: SendMessage;
  close(): void;
}

/** E-mail through the configured server. Outside of this machine nothing is sent without TLS. */
export function openSmtp({ url, from }: NonNullable<AlarmSettings['smtp']>, productName: string): Smtp {
  const { hostname, protocol } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport({
    url,
    requireTLS: protocol === 'smtp:' && !isHere,
    ignoreTLS: isHere && protocol === 'smtp:',
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, reportId, createdAt }, receiver) => {
      await transport
        .sendMail({
          from,
          to: receiver,
          messageId: `<${id}@${from.split('@')[1]}>`,
          date: createdAt,
          subject: `${productName}: an urgent result`,
          text: [
            'An urgent result waits for a reader.',
            `Report ${reportId}, urgency: urgent.`,
            `Sign in to ${productName} to see it. This message holds nothing of the patient.`,
          ].join('\n'),
        })
        .catch((error: unknown) => {
          throw failureOf(error);
        });
    },
    close: () => transport.close(),
  };
}

/** 5xx is the server's last word, and so is a wrong password; anything else may pass. */
function failureOf(error: unknown): MessageFailure {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === 'number' && responseCode >= 500)
    return new MessageFailure(`the mail server refused with ${responseCode}`, true);
  return new MessageFailure(`mail: ${typeof code === 'string' ? code : 'broken off'}`, false);
}
