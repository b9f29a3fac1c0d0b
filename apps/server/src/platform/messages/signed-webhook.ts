import { createHmac } from 'node:crypto';
import type { AllowedReceivers } from './allowed-address.ts';
import { MessageFailure, type SendMessage } from './messages.ts';
import { ClosedAddress, postOutside } from './post-outside.ts';

const answerWithinMs = 20_000;
/** The same for every answer, and for none. */
const notAccepted = 'the webhook did not accept it';

/** What the calls of one organisation are signed with: no organisation can make those of another. */
export function webhookKey(secret: string, organisationId: string): string {
  return createHmac('sha256', secret).update(`webhook ${organisationId}`).digest('hex');
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`, so that an old call cannot be played again. */
export function signatureOf(key: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;
}

/**
 * Posts JSON to https, or to a host that the operator allows. What came back is in the log of the server
 * alone: the address is the organization's, and its answers would map the operator's network.
 */
export function openSignedWebhook(secret: string, now: () => Date, allowed: AllowedReceivers): SendMessage {
  return async ({ id, reportId, organisationId, urgency, createdAt }, receiver, signal) => {
    const body = JSON.stringify({
      id,
      event: 'alarm',
      report_id: reportId,
      urgency,
      created_at: createdAt.toISOString(),
    });
    const seconds = Math.floor(now().getTime() / 1000);
    const status = await postOutside({
      url: new URL(receiver),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        'x-second-read-signature': signatureOf(webhookKey(secret, organisationId), seconds, body),
      },
      body,
      allowed,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      if (error instanceof ClosedAddress)
        throw new MessageFailure('the address of the webhook is not allowed', true);
      throw new MessageFailure(notAccepted, false, 'unreachable');
    });
    if (status >= 200 && status < 300) return;
    const isLasting = status >= 300 && status < 500 && ![408, 425, 429].includes(status);
    throw new MessageFailure(notAccepted, isLasting, `status ${status}`);
  };
}
