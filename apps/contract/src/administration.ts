import { roles } from '@second-read/core/roles/rights';
import { z } from 'zod';

const role = z.enum(roles);

/** Of a new account, here and at the command line. */
export const newAccount = z.object({
  username: z
    .string()
    .trim()
    .regex(
      /^[a-z0-9][a-z0-9._-]{1,63}$/i,
      'a user name has 2 to 64 letters, digits, dots, dashes or underscores',
    ),
  email: z.email('this is not an e-mail address').max(320),
  full_name: z.string().trim().min(1, 'enter a name').max(200),
  role,
});
export type NewAccount = z.infer<typeof newAccount>;

/** `POST /api/setup/`: the person who started the server makes its first administrator. */
export const firstAdministratorRequest = newAccount.omit({ role: true }).extend({
  /** Of the link that the server prints at its start. */
  token: z.string().max(100),
  organization: z.string().trim().min(1, 'enter a name').max(200),
  password: z.string().min(1).max(1024),
});
export type FirstAdministratorRequest = z.infer<typeof firstAdministratorRequest>;

export const accountParams = z.object({ id: z.uuid() });

/** `PATCH /api/administration/accounts/{id}/`: what is left out stays. */
export const accountChange = z.object({ role: role.optional(), is_disabled: z.boolean().optional() });
export type AccountChange = z.infer<typeof accountChange>;

/** Whether the second factor is removed too, where it was lost. */
export const accountReset = z.object({ second_factor: z.boolean().default(false) });

/** An account of the organization, as its administrators see it. */
export const account = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  full_name: z.string(),
  role,
  /** `one_time_password`: its password was not replaced yet. */
  state: z.enum(['enabled', 'one_time_password', 'disabled']),
  has_second_factor: z.boolean(),
  /** Of its last session; null where it never signed in. */
  last_used_at: z.string().nullable(),
});
export type Account = z.infer<typeof account>;

export const accountsReply = z.object({ accounts: z.array(account) });
export type AccountsReply = z.infer<typeof accountsReply>;

/** The password is returned once, here. */
export const oneTimePasswordReply = z.object({
  account,
  one_time_password: z.string(),
  ends_at: z.string(),
});
export type OneTimePasswordReply = z.infer<typeof oneTimePasswordReply>;
