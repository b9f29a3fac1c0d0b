import { z } from 'zod';
import { letterhead } from './letterhead.ts';
import { moduleId } from './module-id.ts';

/** `optional`: every reader decides for themselves. */
const readFirstModes = ['off', 'optional', 'always'] as const;

/** Whole minutes, up to 30 days. */
const minutes = z.int().min(1).max(43_200);

/** A slip of the pen erases no report of the last month. */
export const leastRetentionDays = 30;

/** Why a module takes no new work, in the administrator's words. */
const moduleOff = z.object({ reason: z.string().trim().min(1).max(300) });

/** TLS, or this machine itself; credentials do not belong into an address. */
const safeWebhook = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))[^@\\]*$/;
/** An address that alarms are posted to. */
const webhookUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .regex(safeWebhook, 'https, or http on this machine, without user and password');

/** Of the report's urgency; of equal rank or more urgent, never later. */
const targetMinutes = z
  .object({ urgent: minutes, finding: minutes, open: minutes, none: minutes })
  .refine(({ urgent, finding, open, none }) => urgent <= Math.min(finding, open) && finding <= none, {
    error: 'The more urgent, the sooner: urgent before all others, findings not after nothing found.',
  });
export type TargetMinutes = z.infer<typeof targetMinutes>;

/**
 * The settings of an organization. A new one is a field here and its default below; what is stored of
 * earlier versions keeps working. Secrets do not belong here: every account of the organization reads them,
 * but for those in `administratorSettings`.
 */
export const organizationSettings = z.object({
  /** Modules that are switched off; the others are on. */
  modules_off: z.record(moduleId, moduleOff),
  /** Absent or null: reports are printed without one. */
  letterhead: letterhead.nullish(),
  /** Of which modules the machine's result is hidden until a reader has given an opinion; others: off. */
  read_first: z.record(moduleId, z.enum(readFirstModes)),
  /** Modules whose reports two readers read without sight of each other; others: one reader. */
  double_reading: z.record(moduleId, z.boolean()),
  /** False alarms accepted per 100 pictures without the finding; modules without one alarm as they rank. */
  alarm_budgets: z.record(moduleId, z.number().min(0).max(100)),
  /** Reports and images that are older, in days, are erased; null: they are kept. */
  retention_days: z.number().int().min(leastRetentionDays).max(36_500).nullable(),
  /** E-mail addresses and webhooks that alarms go to. */
  alarm_receivers: z.object({
    emails: z.array(z.email().max(200)).max(20),
    webhook: webhookUrl.nullable(),
  }),
  /** Whether a report under a generated patient ID is signed after a warning, or not at all. */
  sign_generated_ids: z.enum(['refuse', 'warn']),
  /** From the report to the signature; what takes longer is overdue on the worklist. */
  target_minutes: targetMinutes,
});
export type OrganizationSettings = z.infer<typeof organizationSettings>;

export const defaultSettings: OrganizationSettings = {
  modules_off: {},
  read_first: {},
  double_reading: {},
  alarm_budgets: {},
  retention_days: null,
  alarm_receivers: { emails: [], webhook: null },
  sign_generated_ids: 'refuse',
  target_minutes: { urgent: 60, finding: 24 * 60, open: 24 * 60, none: 72 * 60 },
};

/** Only administrators read these; the audit trail says that they were changed, and not to what. */
export const administratorSettings: readonly (keyof OrganizationSettings)[] = ['alarm_receivers'];

/** The fields that a caller sends replace the stored ones, each as a whole. */
const changedSettings = organizationSettings.partial();
export type ChangedSettings = z.infer<typeof changedSettings>;

const organizationName = z.string().trim().min(1).max(200);

/** `PATCH /api/organization/settings/`, with `If-Match`. */
export const settingsRequest = z.object({
  name: organizationName.optional(),
  settings: changedSettings.optional(),
});
export type SettingsRequest = z.infer<typeof settingsRequest>;

/** `POST /api/organization/settings/dry-run/`. */
export const dryRunRequest = z.object({ settings: changedSettings });
export const dryRunReply = z.object({
  /** Sentences for the administrator; none where nothing would change. */
  effects: z.array(z.string()),
});

export const settingsReply = z.object({
  /** For `If-Match`; also the header `ETag`. */
  etag: z.string(),
  /** Of the organization. */
  name: z.string(),
  settings: changedSettings,
  /** For administrators: what the operator sets, by variable; without secrets. */
  set_at_start: z.record(z.string(), z.string()).optional(),
});
export type SettingsReply = z.infer<typeof settingsReply>;
