import type { User } from '@second-read/contract/accounts';
import { hasRight } from '@second-read/core/roles/rights';
import type { Caller } from '../../calls/caller.ts';

/** The account data for a signed-in browser. */
export function presentUser(caller: Omit<Caller, 'sessionId'>): User {
  return {
    id: caller.userId,
    username: caller.username,
    email: caller.email,
    full_name: caller.fullName,
    organisation: { id: caller.organisationId, name: caller.organisationName, is_demo: caller.isDemo },
    role: caller.role,
    may_audit: hasRight(caller, 'audit'),
  };
}
