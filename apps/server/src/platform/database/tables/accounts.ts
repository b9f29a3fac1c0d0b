import type { ServiceType } from '@second-read/core/analysis/manifest';
import type { Role } from '@second-read/core/roles/rights';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

export const organisations = pgTable('organisations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  isDemo: boolean('is_demo').notNull().default(false),
  /** Members of a disabled organisation cannot sign in; its data stays. */
  disabledAt: moment('disabled_at'),
  /** Whether accounts need a second factor. */
  requiresTotp: boolean('requires_totp').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** A column that names the organisation a row belongs to. */
export function ofOrganisation() {
  return uuid('organisation_id')
    .notNull()
    .references(() => organisations.id);
}

/** A column that names the account a row belongs to. */
export function ofUser() {
  return uuid('user_id')
    .notNull()
    .references(() => users.id);
}

/** `username` and `email` are stored in lower case: sign-in ignores case. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    organisationId: ofOrganisation(),
    username: text('username').notNull().unique(),
    email: text('email').notNull().unique(),
    fullName: text('full_name').notNull(),
    /** argon2id, in its own encoding. */
    passwordHash: text('password_hash').notNull(),
    /** Expiry of a one-time password; until then it can be exchanged for a permanent one. */
    passwordEndsAt: moment('password_ends_at'),
    /** What it may do in its organisation (decision 032). */
    role: text('role').$type<Role>().notNull().default('reader'),
    /**
     * Secret of the authenticator app, sealed under the key that `totpKey` names; asked for once confirmed.
     */
    totpSecret: text('totp_secret'),
    totpKey: text('totp_key'),
    totpConfirmedAt: moment('totp_confirmed_at'),
    /** Time step (half minutes since 1970) of the last accepted code: a code works once. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    /** argon2id of each recovery code that was not used yet. */
    recoveryCodes: text('recovery_codes').array(),
    disabledAt: moment('disabled_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('users_by_organisation').on(table.organisationId),
    check(
      'users_role_is_known',
      sql`${table.role} IN ('technician', 'reader', 'senior_reader', 'auditor', 'administrator')`,
    ),
  ],
);

/**
 * One sign-in and the family of refresh tokens that grew from it. A refresh token names its
 * session and generation; only the current generation is valid, an older one reveals reuse.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    generation: integer('generation').notNull().default(0),
    /** When the current generation was issued by a refresh, and to which device (`deviceOf`). */
    rotatedAt: moment('rotated_at'),
    rotatedBy: text('rotated_by'),
    address: text('address'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** `logout`, `reuse`, … */
    revokedBecause: text('revoked_because'),
  },
  (table) => [index('sessions_by_user').on(table.userId)],
);

/** Keys with which programs read images over DICOMweb as an account. The key itself is not stored. */
export const readKeys = pgTable(
  'read_keys',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    /** What its owner calls it. */
    name: text('name').notNull(),
    /** SHA-256 of the secret, which is 32 random bytes: nothing that could be guessed. */
    digest: text('digest').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('read_keys_of_user').on(table.userId)],
);

/** Failed sign-ins per keyed digest of account and address; rows are dropped once their window is over. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
  },
  (table) => [index('login_attempts_by_end').on(table.windowEndsAt)],
);

/** How many analyses of one service an account may have, and has had. Charged where a report is stored. */
export const trials = pgTable(
  'trials',
  {
    userId: ofUser(),
    serviceType: text('service_type').$type<ServiceType>().notNull(),
    allowed: integer('allowed').notNull(),
    used: integer('used').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.serviceType] }),
    check('trials_used_is_not_negative', sql`${table.used} >= 0`),
  ],
);
