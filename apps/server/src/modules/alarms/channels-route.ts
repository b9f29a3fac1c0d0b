import { alarmChannelsReply } from '@second-read/contract/alarms';
import { type App, callerOf } from '../../calls/caller.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { lastMessages } from './alarms.repository.ts';

const shownAtMost = 20;

/** GET /api/alarms/channels/: for administrators, who set the receivers (`alarm_receivers`). */
export function channelsRoute(app: App, { db, messengers }: Pick<AppContext, 'db' | 'messengers'>): void {
  const schema = {
    tags: ['organization'],
    summary: 'Where alarms can go, and what became of the last',
    response: { 200: alarmChannelsReply },
  };
  app.get('/api/alarms/channels/', { schema }, async (request) => {
    const caller = callerOf(request);
    requireRight(caller, 'administer');
    const rows = await lastMessages(db, caller.organisationId, shownAtMost);
    return {
      email: messengers.email !== null,
      webhook: messengers.webhook !== null,
      webhook_key: messengers.webhookKeyOf(caller.organisationId),
      messages: rows.map(({ reportId, channel, receiver, state, tries, reason, updatedAt }) => ({
        ...{ report_id: reportId, channel, receiver, state, tries, reason },
        updated_at: updatedAt.toISOString(),
      })),
    };
  });
}
