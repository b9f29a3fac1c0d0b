import { newAccount } from '@second-read/contract/administration';
import { roles } from '@second-read/core/roles/rights';
import { z } from 'zod';
import {
  changeUser,
  createOrganisation,
  createUser,
  listOrganisations,
  listUsers,
  requireSecondFactor,
  resetUser,
  switchOrganisation,
} from '../modules/accounts/index.ts';
import { type AdminCall, type AdminCommand, UsageError } from './command.ts';

const newUser = newAccount.extend({ organisation: z.string().trim().min(1) });
const organisationName = z.string().trim().min(1).max(200);

const first = ({ words }: AdminCall) => words[0] ?? '';

function switching(
  what: 'organisation' | 'user',
  word: 'enable' | 'disable',
): readonly [string, AdminCommand] {
  const state = `${word}d` as const;
  const isAbout = what === 'user' ? 'the account' : 'every account of it';
  const explanation =
    word === 'disable'
      ? `signs ${isAbout} out and blocks sign-in; its data stays`
      : `allows ${isAbout} to sign in again`;
  return [
    `${what} ${word}`,
    {
      usage: `${what} ${word} ${what === 'user' ? '<username>' : '<name>'}`,
      explanation,
      run: async (call, context) => {
        if (what === 'organisation') await switchOrganisation(first(call), state, context);
        else await changeUser(first(call), { isDisabled: word === 'disable' }, context);
        call.say(`${first(call)} is ${state}.`);
        return 0;
      },
    },
  ];
}

export const accountCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'organisation create',
    {
      usage: 'organisation create <name>',
      explanation: 'creates an organisation; accounts see their own data and their organisation’s',
      run: async (call, context) => {
        const parsed = organisationName.safeParse(first(call));
        if (!parsed.success) throw new UsageError('An organisation name has 1 to 200 characters.');
        await createOrganisation(parsed.data, context);
        call.say(`The organisation "${parsed.data}" was created.`);
        return 0;
      },
    },
  ],
  switching('organisation', 'disable'),
  switching('organisation', 'enable'),
  [
    'organisation totp',
    {
      usage: 'organisation totp <name> --required <yes or no>',
      explanation: 'whether accounts need a code from an authenticator app at sign-in',
      options: ['required'],
      run: async (call, context) => {
        const answer = z.enum(['yes', 'no']).safeParse(call.options.required);
        if (!answer.success) throw new UsageError('--required takes yes or no.');
        await requireSecondFactor(first(call), answer.data === 'yes', context);
        call.say(`${first(call)}: a second factor is ${answer.data === 'yes' ? '' : 'not '}required.`);
        return 0;
      },
    },
  ],
  [
    'organisation list',
    {
      usage: 'organisation list',
      explanation: 'one line each: name, state, id',
      run: async ({ say }, context) => {
        for (const { name, disabledAt, id } of await listOrganisations(context)) {
          say([name, disabledAt ? 'disabled' : 'enabled', id].join('\t'));
        }
        return 0;
      },
    },
  ],
  [
    'user create',
    {
      usage:
        'user create <username> --email <email> --name <name> --organisation <organisation> [--role <role>]',
      explanation: `creates an account and prints its one-time password, once; a role is one of ${roles.join(', ')}`,
      options: ['email', 'name', 'organisation', 'role?'],
      run: async (call, context) => {
        const { email, name, organisation, role = 'reader' } = call.options;
        const wanted = { username: first(call), email, full_name: name, organisation, role };
        const parsed = newUser.safeParse(wanted);
        if (!parsed.success) throw new UsageError(parsed.error.issues[0]?.message ?? 'not a user');
        const { full_name: fullName, ...names } = parsed.data;
        tellPassword(await createUser({ ...names, fullName }, context), call);
        return 0;
      },
    },
  ],
  [
    'user reset',
    {
      usage: 'user reset <username> [--second-factor]',
      explanation:
        'signs the account out and prints a new one-time password, once; may remove the second factor',
      options: ['second-factor?'],
      run: async (call, context) => {
        tellPassword(
          await resetUser(first(call), { secondFactor: 'second-factor' in call.options }, context),
          call,
        );
        return 0;
      },
    },
  ],
  [
    'user role',
    {
      usage: 'user role <username> --role <role>',
      explanation: `what the account may do: ${roles.join(', ')} (docs/decisions/032-roles.md)`,
      options: ['role'],
      run: async (call, context) => {
        const role = z.enum(roles).safeParse(call.options.role);
        if (!role.success) throw new UsageError(`A role is one of ${roles.join(', ')}.`);
        await changeUser(first(call), { role: role.data }, context);
        call.say(`${first(call)} is ${role.data} now.`);
        return 0;
      },
    },
  ],
  switching('user', 'disable'),
  switching('user', 'enable'),
  [
    'user list',
    {
      usage: 'user list',
      explanation: 'one line each: organisation, user name, e-mail, name, role, state, last use',
      run: async ({ say }, context) => {
        for (const row of await listUsers(context)) {
          const state = row.disabledAt ? 'disabled' : row.passwordEndsAt ? 'one-time password' : 'enabled';
          const lastUse = row.lastUsedAt?.toISOString() ?? 'never';
          say([row.organisation, row.username, row.email, row.fullName, row.role, state, lastUse].join('\t'));
        }
        return 0;
      },
    },
  ],
]);

function tellPassword({ password, endsAt }: { password: string; endsAt: Date }, { say, words }: AdminCall) {
  say(`${words[0]}: one-time password ${password}`);
  say(`It is shown once, must be replaced at the first sign-in, and expires on ${endsAt.toISOString()}.`);
}
