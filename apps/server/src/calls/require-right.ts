import { hasRight, type Right, rightWords } from '@second-read/core/roles/rights';
import type { Caller } from './caller.ts';
import { Problem } from './problem.ts';

/** @throws Problem `forbidden`, which says what the account may not do */
export function requireRight(caller: Pick<Caller, 'role' | 'isDemo'>, right: Right): void {
  if (hasRight(caller, right)) return;
  throw new Problem('forbidden', `This account may not ${rightWords[right]}.`);
}

/** Whose reports the caller sees: those of the organisation, or only its own. */
export function scopeOf(caller: Pick<Caller, 'role' | 'isDemo' | 'organisationId' | 'userId'>): {
  organisationId: string;
  userId?: string;
} {
  const { organisationId, userId } = caller;
  return hasRight(caller, 'read') ? { organisationId } : { organisationId, userId };
}
