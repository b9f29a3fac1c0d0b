import { roles } from '@second-read/core/roles/rights';
import { z } from 'zod';
import { isVisibleText } from './analyses.ts';

const identifier = z.string().trim().min(1).max(320);
const password = z.string().min(1).max(1024);
/**
 * Of an authenticator app (six digits), or a recovery code (twelve characters); a shorter one is answered in
 * words.
 */
const code = z.string().trim().max(20);

/** The same fields for whom is named by e-mail and by user name. */
function credentialsWith<T extends z.ZodRawShape>(fields: T) {
  return z.union([
    z.object({ email: identifier, password, ...fields }),
    z.object({ username: identifier, password, ...fields }),
  ]);
}

/**
 * An identifier containing an at-sign is sent as `email`, otherwise as `username`. `code` where an earlier
 * attempt was answered with `code_required`.
 */
export const loginRequest = credentialsWith({ code: code.optional() });
export type LoginRequest = z.infer<typeof loginRequest>;

/** Also the way from a one-time password, which the login answers with `password_change_required`. */
export const passwordChangeRequest = credentialsWith({ code: code.optional(), new_password: password });

/**
 * Where the login is answered with `code_setup_required`, or by choice: first the secret, then its first
 * code.
 */
export const totpSetupRequest = credentialsWith({});
export const totpSetupReply = z.object({ secret: z.string(), uri: z.string() });
export type TotpSetupReply = z.infer<typeof totpSetupReply>;
export const totpConfirmRequest = credentialsWith({ code });
export const totpRemoveRequest = credentialsWith({ code });
/** New recovery codes in place of all earlier ones; takes password and code. */
export const recoveryCodesRequest = credentialsWith({ code });
/** Each works once in place of a code. They are returned once, here. */
export const recoveryCodesReply = z.object({ recovery_codes: z.array(z.string()) });
/** Of the caller's account: whether it has a second factor, and whether its organisation asks for one. */
export const totpReply = z.object({
  is_set_up: z.boolean(),
  is_required: z.boolean(),
  recovery_codes_left: z.number().int().optional(),
});
export type TotpReply = z.infer<typeof totpReply>;

/**
 * The caller's own name and e-mail address; takes the password, and a code where there is a second factor.
 */
export const profileRequest = z.object({
  full_name: z
    .string()
    .trim()
    .max(200)
    .refine((name) => isVisibleText(name) && !/\p{Cc}/u.test(name), 'enter a name'),
  email: z.email('enter an e-mail address').max(320),
  password,
  code: code.optional(),
});

export const sessionParams = z.object({ id: z.uuid() });
/** The caller's open sessions, last used first. */
export const sessionsReply = z.array(
  z.object({
    id: z.string(),
    created_at: z.string(),
    last_used_at: z.string(),
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
    is_current: z.boolean(),
  }),
);
export type SessionsReply = z.infer<typeof sessionsReply>;

/** A key for DICOMweb, read only, that its owner has not revoked and that has not expired. */
const readKey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** A year after it was made. */
  expires_at: z.string(),
});
export const readKeyParams = z.object({ id: z.uuid() });
export const readKeysReply = z.array(readKey);
export type ReadKeysReply = z.infer<typeof readKeysReply>;
/** Takes the password, and a code where there is a second factor. */
export const readKeyRequest = z.object({
  name: z.string().trim().min(1).max(60),
  password,
  code: code.optional(),
});
/** `key` is in this reply only. */
export const readKeyReply = readKey.extend({ key: z.string() });
export type ReadKeyReply = z.infer<typeof readKeyReply>;

export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  full_name: z.string(),
  organisation: z.object({ id: z.string(), name: z.string(), is_demo: z.boolean() }),
  /** What it may do: `core/src/roles/rights.ts`. */
  role: z.enum(roles).optional(),
  /** Whether the organisation's audit trail is open to this account. */
  may_audit: z.boolean().optional(),
});
export type User = z.infer<typeof user>;

export const loginReply = z.object({ access: z.string(), refresh: z.string(), user });
export type LoginReply = z.infer<typeof loginReply>;
/** A second factor was set up: signed in, with the codes for when the app is lost. */
export const totpConfirmReply = loginReply.extend({ recovery_codes: z.array(z.string()).optional() });
export type TotpConfirmReply = z.infer<typeof totpConfirmReply>;

export const refreshRequest = z.object({ refresh: z.string().min(1).max(4096) });
export const refreshReply = z.object({ access: z.string(), refresh: z.string() });
export type RefreshReply = z.infer<typeof refreshReply>;

export const usage = z.object({
  service_type: z.string(),
  images_uploaded: z.number().int(),
  image_upload_limit: z.number().int(),
});

/** `GET device-keys/`: the first seals pictures that wait in a browser; the others only open older ones. */
export const deviceKeysReply = z.object({
  keys: z.array(z.object({ id: z.string(), secret: z.base64() })).min(1),
});
export type DeviceKeysReply = z.infer<typeof deviceKeysReply>;

/** After a change of the profile. */
export const profileReply = z.object({ user });

export const dashboardReply = z.object({ user, usage: z.array(usage) });

/** Public: what the browser must know before anyone signs in. */
export const siteReply = z.object({
  product_name: z.string(),
  mode: z.enum(['demo', 'production']),
  /** Demo mode only; prefilled on the sign-in form. */
  demo_account: z.object({ username: z.string(), password: z.string() }).nullable(),
  max_upload_mb: z.number(),
  support_email: z.string(),
  /** A session that is not used for so long ends; 0 is never. */
  idle_minutes: z.number().optional(),
});
export type SiteReply = z.infer<typeof siteReply>;
