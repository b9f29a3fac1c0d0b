import { z } from 'zod';

/** Every error the server answers with. `error` is for people, `code` is stable for programs. */
export const errorReply = z.object({
  error: z.string(),
  code: z.string(),
  /** Of `version_conflict`: what the caller has to look at first, as the call itself would have answered. */
  current: z.unknown().optional(),
});
export type ErrorReply = z.infer<typeof errorReply>;

/** Stable codes and their HTTP status. */
export const errorStatus = {
  invalid_request: 400,
  invalid_file: 400,
  patient_id_required: 400,
  invalid_credentials: 401,
  not_signed_in: 401,
  token_expired: 401,
  session_revoked: 401,
  invalid_code: 401,
  no_trials_remaining: 403,
  password_change_required: 403,
  code_required: 403,
  code_setup_required: 403,
  forbidden: 403,
  /** An administrator switched the module off; the message has the reason. Reports stay readable. */
  module_disabled: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_conflict: 409,
  analysis_cancelled: 409,
  batch_stopped: 409,
  /** Another reader holds the report; the message names who. */
  review_held: 409,
  /** The result is hidden from the caller until they give an opinion. */
  read_first: 403,
  /** The caller does not hold the report, or no longer. */
  review_not_held: 409,
  /** The state of the report does not allow it: a signed one is amended, not edited. */
  review_state: 409,
  /** Changed meanwhile; `current` of the reply is its present state. */
  version_conflict: 412,
  upload_too_large: 413,
  unsupported_media_type: 415,
  image_refused: 422,
  password_rejected: 422,
  not_exportable: 422,
  /** A change that cannot be made: the message says which and why. Nothing of the request was kept. */
  change_refused: 422,
  /** `If-Match` is missing. */
  precondition_required: 428,
  too_many_requests: 429,
  internal_error: 500,
  analysis_failed: 500,
  pacs_failed: 502,
  storage_full: 507,
  service_unavailable: 503,
  analysis_timeout: 504,
} as const;
export type ErrorCode = keyof typeof errorStatus;
