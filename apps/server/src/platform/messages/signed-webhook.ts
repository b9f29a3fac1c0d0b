import { createHmac } from 'node:crypto';
import { MessageFailure, type SendMessage } from './messages.ts';

const answerWithinMs = 20_000;

/** What the calls of one organisation are signed with: no organisation can make those of another. */
export function webhookKey(secret: string, organisationId: string): string {
  return createHmac('sha256', secret).update(`webhook ${organisationId}`).digest('hex');
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`, so that an old call cannot be played again. */
export function signatureOf(key: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Posts JSON to https, or to this machine; the address is the organisation's, and is not led elsewhere. */
export function openSignedWebhook(secret: string, now: () => Date): SendMessage {
  return async ({ id, reportId, organisationId, urgency, createdAt }, receiver, signal) => {
    const body = JSON.stringify({
      id,
      event: 'alarm',
      report_id: reportId,
      urgency,
      created_at: createdAt.toISOString(),
    });
    const seconds = Math.floor(now().getTime() / 1000);
    const response = await fetch(receiver, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        'x-second-read-signature': signatureOf(webhookKey(secret, organisationId), seconds, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new MessageFailure('webhook: unreachable', false);
    });
    await response.body?.cancel();
    if (response.ok) return;
    const { status } = response;
    const isLasting = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
    throw new MessageFailure(`the webhook answered ${status}`, isLasting);
  };
}
