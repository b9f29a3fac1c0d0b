import type { App, Caller } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { findCaller } from './accounts.repository.ts';
import { administrationRoutes } from './administration/administration-routes.ts';
import { changeProfile } from './change-profile.ts';
import { isSandboxClosed } from './closed-sandbox.ts';
import { dashboard } from './dashboard.ts';
import { deviceKeys } from './device-keys.ts';
import { firstAdministrator } from './first-administrator.ts';
import { changePassword } from './passwords/change-password.ts';
import { preparePasswords } from './passwords/passwords.ts';
import { readKeyRoutes } from './read-keys/read-key-routes.ts';
import { secondFactor } from './second-factor/second-factor.ts';
import { login } from './sign-in/login.ts';
import { logout } from './sign-in/logout.ts';
import { refresh } from './sign-in/refresh.ts';
import { touchSession } from './sign-in/sessions.repository.ts';
import { sessions } from './sign-in/sessions.ts';

export { findScope } from './account-scope.ts';
export {
  type AdminContext,
  AdminRefusal,
  createOrganisation,
  listOrganisations,
  requireSecondFactor,
  switchOrganisation,
} from './administration/administer.ts';
export {
  changeUser,
  createUser,
  listUsers,
  resetUser,
} from './administration/administer-accounts.ts';
export { ensureAccount, ensureOrganisation, giveRole } from './administration/create-account.ts';
export {
  areSeveralOrganisations,
  isDemoOrganisation,
  organisationIds,
  organisationName,
  renameOrganisation,
} from './administration/organisations.ts';
export { enabledAccounts, isSignedIn } from './enabled-accounts.ts';
export { setupLink } from './first-administrator.ts';
export { readKeyIn } from './read-keys/read-key-text.ts';
export { findByReadKey } from './read-keys/read-keys.repository.ts';
export { resealSecondFactors } from './second-factor/second-factor.ts';
export { verifyAccessToken } from './sign-in/access-token.ts';

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
    deviceKeys,
    readKeyRoutes,
    administrationRoutes,
    firstAdministrator,
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
