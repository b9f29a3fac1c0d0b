import { type Change, hasFreeText } from '@second-read/core/review/change';
import { type ReviewRight, reviewRights } from '@second-read/core/review/states';
import { hasRight } from '@second-read/core/roles/rights';
import type { Caller } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import { requireRight } from '../../calls/require-right.ts';

type Who = Pick<Caller, 'role' | 'isDemo'>;

/**
 * What an account may do with reviews (decisions 028 and 032).
 */
export function rightsOf(who: Who): readonly ReviewRight[] {
  return reviewRights.filter((right) => hasRight(who, right));
}

/** To amend or withdraw what another reader signed takes a right of its own. @throws Problem `forbidden` */
export function requireOwnOrOverrule(
  caller: Who & Pick<Caller, 'userId'>,
  { signedBy }: { readonly signedBy: string | null },
): void {
  if (signedBy !== caller.userId) requireRight(caller, 'overrule');
}

/** @throws Problem `change_refused` for words of the sandbox's account */
export function requireWords({ isDemo }: Who, changes: readonly Change[]): void {
  if (isDemo && changes.some(hasFreeText))
    throw new Problem('change_refused', 'The demo account is shared: it cannot write texts into a report.');
}
