import type { AppContext } from '../../context.ts';
import type { App, Caller } from '../../http/caller.ts';
import { findCaller } from './accounts.repository.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { isSandboxClosed } from './closed-sandbox.ts';
import { dashboard } from './dashboard.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { preparePasswords } from './passwords.ts';
import { refresh } from './refresh.ts';
import { secondFactor } from './second-factor.ts';
import { touchSession } from './sessions.repository.ts';
import { sessions } from './sessions.ts';

export { verifyAccessToken } from './access-token.ts';
export {
  type AdminContext,
  AdminRefusal,
  changeRole,
  createOrganisation,
  createUser,
  listOrganisations,
  listUsers,
  requireSecondFactor,
  resetUser,
  switchOrganisation,
  switchUser,
} from './administer.ts';
export { ensureAccount, ensureOrganisation } from './create-account.ts';
export { areSeveralOrganisations, organisationIds, organisationName } from './organisations.ts';
export { resealSecondFactors } from './second-factor.ts';

export function accountRoutes(app: App, context: AppContext): void {
  for (const route of [
    login,
    changePassword,
    changeProfile,
    secondFactor,
    sessions,
    refresh,
    logout,
    dashboard,
  ])
    route(app, context);
  app.addHook('onReady', preparePasswords);
}

/** The caller of a valid session. */
export async function findSignedIn(sessionId: string, context: AppContext): Promise<Caller | undefined> {
  const caller = await findCaller(sessionId, context);
  if (!caller || isSandboxClosed(caller, context)) return undefined;
  await touchSession(context.db, sessionId, caller.lastUsedAt, context.now());
  return caller;
}
