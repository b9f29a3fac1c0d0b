import { createTransport } from 'nodemailer';
import { type AlarmMessage, MessageFailure, type SendMessage } from './messages.ts';

const patienceMs = 20_000;

export interface Smtp {
  readonly send: SendMessage;
  close(): void;
}

/** The URL may hold a password. Never logged. */
export interface SmtpSettings {
  readonly url: string;
  readonly from: string;
}

/** How a message names the product, and where its screens are. */
interface Sender {
  readonly publicUrl: string | null;
  readonly productName: string;
}

/** E-mail through the configured server. Outside of this machine nothing is sent without TLS. */
export function openSmtp({ url, from }: SmtpSettings, sender: Sender): Smtp {
  const { productName } = sender;
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
    send: async (message, receiver) => {
      const { id, urgency, createdAt } = message;
      await transport
        .sendMail({
          from,
          to: receiver,
          messageId: `<${id}@${from.split('@')[1]}>`,
          date: createdAt,
          subject: `${productName}: ${urgency === 'urgent' ? 'an urgent result' : 'a report to read first'}`,
          text: textOf(message, sender),
        })
        .catch((error: unknown) => {
          throw failureOf(error);
        });
    },
    close: () => transport.close(),
  };
}

function textOf({ reportId, urgency }: AlarmMessage, { productName, publicUrl }: Sender): string {
  const isTold = urgency === 'urgent';
  return [
    isTold ? 'An urgent result waits for a reader.' : 'A report waits to be read first.',
    isTold ? `Report ${reportId}, urgency: urgent.` : `Report ${reportId}.`,
    ...(publicUrl === null ? [] : [`${publicUrl}/analysis/${encodeURIComponent(reportId)}`]),
    `Sign in to ${productName} to see it. This message holds nothing of the patient.`,
  ].join('\n');
}

/** 5xx is the server's last word, and so is a wrong password; anything else may pass. */
function failureOf(error: unknown): MessageFailure {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === 'number' && responseCode >= 500)
    return new MessageFailure(`the mail server refused with ${responseCode}`, true);
  return new MessageFailure(`mail: ${typeof code === 'string' ? code : 'broken off'}`, false);
}
