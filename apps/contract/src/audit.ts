import { z } from 'zod';

const part = z.string().trim().max(200);

/** Which entries of the organisation's audit trail; empty filters find all. */
const filters = {
  /** Exact, or the part before the dot: `report` finds `report.read` and `report.stored`. */
  action: part.default(''),
  outcome: z.enum(['success', 'failure', '']).default(''),
  /** User name. */
  user: part.default(''),
  /** Id of a report, analysis, session or account. */
  subject: part.default(''),
  /** ISO 8601; from included, to excluded. */
  from: z.union([z.iso.datetime({ offset: true }), z.literal('')]).default(''),
  to: z.union([z.iso.datetime({ offset: true }), z.literal('')]).default(''),
};

export const auditFilters = z.object(filters);
export type AuditFilters = z.output<typeof auditFilters>;

export const auditQuery = z.object({
  ...filters,
  /** `next` of the page before. */
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const auditEntry = z.object({
  sequence: z.number().int(),
  at: z.string(),
  action: z.string(),
  outcome: z.enum(['success', 'failure']),
  /** Null without a signed-in account, or where an administrator acted at the command line. */
  user: z.string().nullable(),
  subject: z.string().nullable(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Newest first. `next` is null on the last page. */
export const auditReply = z.object({ entries: z.array(auditEntry), next: z.number().int().nullable() });
export type AuditReply = z.infer<typeof auditReply>;

/** `POST /api/audit/patient/`: who saw what of one patient; the ID is in no address. */
export const patientAccessRequest = z.object({
  patient_id: z.string().trim().min(1).max(200),
  before: z.number().int().min(1).optional(),
});
export const patientAccessReply = auditReply.extend({
  /** How many reports of the patient there are. */
  reports: z.number().int(),
});

/** What left the application: a report as a file. */
export const exportedRequest = z.object({ format: z.enum(['pdf', 'csv', 'png', 'dicom']) });
