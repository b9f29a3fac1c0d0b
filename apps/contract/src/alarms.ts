import { z } from 'zod';
import { moduleId } from './module-id.ts';

/** `GET /api/notifications/count`. */
export const notificationCount = z.object({
  /** 100 means 100 or more. */
  unread: z.number().int(),
});
export type NotificationCount = z.infer<typeof notificationCount>;

const notification = z.object({
  report_id: z.string(),
  module: moduleId,
  patient_id: z.string(),
  /** "Hemorrhage suspected". */
  finding: z.string(),
  /**
   * `urgent`: as the report ranks it. `budget`: its score reaches the threshold of the alarm budget.
   * `read_first`: not notified, since its result is hidden from the caller until an opinion is given.
   */
  reason: z.enum(['urgent', 'budget', 'read_first']),
  /** Of `budget`, in percent. */
  score: z.number().nullable(),
  threshold: z.number().nullable(),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
export type Notification = z.infer<typeof notification>;

/** `GET /api/notifications`: the caller's, the newest first. */
export const notificationsReply = z.object({ items: z.array(notification) });
export type NotificationsReply = z.infer<typeof notificationsReply>;

/** `POST /api/notifications/read`: those reports' notifications, or all of the caller's. */
export const readRequest = z.object({
  report_ids: z.array(z.string().max(100)).max(100).optional(),
  read: z.boolean(),
});
export type ReadRequest = z.infer<typeof readRequest>;

/** `GET /api/alarms/channels` _administrator_: where alarms can go, and what became of the last. */
export const alarmChannelsReply = z.object({
  /** Whether this installation has a mail server, and a secret for webhooks. */
  email: z.boolean(),
  webhook: z.boolean(),
  /** What the organization's webhook calls are signed with (HMAC-SHA256); null without a secret. */
  webhook_key: z.string().nullable(),
  messages: z.array(
    z.object({
      report_id: z.string(),
      channel: z.enum(['email', 'webhook']),
      receiver: z.string(),
      state: z.enum(['queued', 'sent', 'failed']),
      tries: z.number().int(),
      reason: z.string().nullable(),
      updated_at: z.string(),
    }),
  ),
});
export type AlarmChannels = z.infer<typeof alarmChannelsReply>;
