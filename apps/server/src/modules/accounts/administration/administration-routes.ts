import {
  type Account,
  accountChange,
  accountParams,
  accountReset,
  accountsReply,
  newAccount,
  type OneTimePasswordReply,
  oneTimePasswordReply,
} from '@second-read/contract/administration';
import type { FastifyRequest } from 'fastify';
import { type App, type Caller, callerOf, clientOf } from '../../../calls/caller.ts';
import { notFound, Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { OneTimePassword } from '../passwords/one-time-password.ts';
import { AdminRefusal } from './administer.ts';
import { changeUser, createUser, listUsers, resetUser } from './administer-accounts.ts';

const path = '/api/administration/accounts/';
const tags = ['administration'];

/**
 * `/api/administration/accounts/`: the accounts of the administrator's own organisation, by the functions of
 * the command line.
 */
export function administrationRoutes(app: App, context: AppContext): void {
  const listed = { tags, summary: 'The accounts of the organization', response: { 200: accountsReply } };
  app.get(path, { schema: listed }, async (request) => ({
    accounts: await accountsOf(callerOf(request), context),
  }));
  const creating = {
    tags,
    summary: 'A new account, with the one-time password that it must replace',
    body: newAccount,
    response: { 200: oneTimePasswordReply },
  };
  app.post(path, { schema: creating }, async (request) => {
    const by = administratorOf(request);
    const { full_name: fullName, ...names } = request.body;
    const user = { ...names, fullName, organisation: by.caller.organisationName };
    const made = await answering(() => createUser(user, context, by));
    return told(made, await memberOf(by.caller, made.id, context));
  });
  changingRoutes(app, context);
}

function changingRoutes(app: App, context: AppContext): void {
  const changing = {
    tags,
    summary: 'Another role, or disabled or enabled again; not of the own account',
    params: accountParams,
    body: accountChange,
    response: { 200: accountsReply },
  };
  app.patch(`${path}:id/`, { schema: changing }, async (request) => {
    const by = administratorOf(request);
    const member = await otherOf(by.caller, request.params.id, context);
    const { role, is_disabled } = request.body;
    const change = { ...(role && { role }), ...(is_disabled !== undefined && { isDisabled: is_disabled }) };
    await answering(() => changeUser(member.username, change, context, by));
    return { accounts: await accountsOf(by.caller, context) };
  });
  const resetting = {
    tags,
    summary: 'Signs the account out and gives it a new one-time password; may remove its second factor',
    params: accountParams,
    body: accountReset,
    response: { 200: oneTimePasswordReply },
  };
  app.post(`${path}:id/reset/`, { schema: resetting }, async (request) => {
    const by = administratorOf(request);
    const { username, id } = await otherOf(by.caller, request.params.id, context);
    const which = { secondFactor: request.body.second_factor };
    const made = await answering(() => resetUser(username, which, context, by));
    return told(made, await memberOf(by.caller, id, context));
  });
}

function administratorOf(request: FastifyRequest) {
  return { caller: callerOf(request), from: clientOf(request) };
}

async function accountsOf({ organisationId }: Caller, context: AppContext): Promise<Account[]> {
  return (await listUsers(context, organisationId)).map((row) => ({
    id: row.id,
    username: row.username,
    email: row.email,
    full_name: row.fullName,
    role: row.role,
    state: row.disabledAt ? 'disabled' : row.passwordEndsAt ? 'one_time_password' : 'enabled',
    has_second_factor: row.totpConfirmedAt !== null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
}

async function memberOf(caller: Caller, id: string, context: AppContext): Promise<Account> {
  const found = (await accountsOf(caller, context)).find((each) => each.id === id);
  if (!found) throw notFound('Account');
  return found;
}

/** The last administrator's rights stay: the own account is another administrator's matter. */
function otherOf(caller: Caller, id: string, context: AppContext): Promise<Account> {
  if (id === caller.userId)
    throw new Problem('forbidden', 'Another administrator changes your account, not you.');
  return memberOf(caller, id, context);
}

async function answering<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof AdminRefusal) throw new Problem('invalid_request', error.message, { cause: error });
    throw error;
  }
}

function told({ password, endsAt }: OneTimePassword, account: Account): OneTimePasswordReply {
  return { account, one_time_password: password, ends_at: endsAt.toISOString() };
}
