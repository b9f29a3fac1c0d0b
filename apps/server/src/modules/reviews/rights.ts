import { type Change, hasFreeText } from '@second-read/core/review/change';
import type { ReviewRight } from '@second-read/core/review/states';
import type { Caller } from '../../http/caller.ts';
import { Problem } from '../../http/problem.ts';

type Who = Pick<Caller, 'role' | 'isDemo'>;

/**
 * What an account may do with reviews (decision 028). The sandbox's account is shared by strangers: it may
 * try a review, but neither signs nor leaves words for others.
 */
export function rightsOf({ role, isDemo }: Who): readonly ReviewRight[] {
  if (isDemo) return ['read', 'review'];
  return role === 'auditor' ? ['read'] : ['read', 'review', 'sign'];
}

export function requireRight(caller: Who, right: ReviewRight): void {
  if (rightsOf(caller).includes(right)) return;
  const what = right === 'sign' ? 'sign, amend or withdraw reports' : 'review reports';
  throw new Problem('forbidden', `This account may not ${what}.`);
}

/** @throws Problem `forbidden` for words of the sandbox's account. */
export function requireWords({ isDemo }: Who, changes: readonly Change[]): void {
  if (isDemo && changes.some(hasFreeText))
    throw new Problem('forbidden', 'The demo account is shared: it cannot write texts into a report.');
}
