import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { WorkOwner } from '../../../platform/compute/compute.ts';

/**
 * Searches for text cost no trial: of so many requests that an address may make, an account may make one
 * search.
 */
const requestsPerSearch = 200;
const accountsPerOrganisation = 8;
const windowMs = 60_000;

/** When each account and organisation searched within the last minute, in this process. */
const searches = new Map<string, number[]>();

/** Counts a search for text in a picture. Throws `too_many_requests` where there were too many. */
export function countSearch(
  { userId, organisationId }: WorkOwner,
  { config, now }: Pick<AppContext, 'config' | 'now'>,
): void {
  const perAccount = Math.ceil(config.limits.requestsPerMinute / requestsPerSearch);
  if (perAccount === 0) return;
  const at = now().getTime();
  forget(at - windowMs);
  const limits: readonly (readonly [string, number])[] = [
    [userId, perAccount],
    [organisationId, perAccount * accountsPerOrganisation],
  ];
  for (const [who, limit] of limits) {
    const times = searches.get(who) ?? [];
    const oldest = times.at(-limit);
    if (oldest !== undefined) throw tooMany((oldest + windowMs - at) / 1000);
  }
  for (const [who] of limits) searches.set(who, [...(searches.get(who) ?? []), at]);
}

function forget(before: number): void {
  for (const [who, times] of searches) {
    const recent = times.filter((time) => time > before);
    if (recent.length === 0) searches.delete(who);
    else searches.set(who, recent);
  }
}

function tooMany(retryAfterSeconds: number): Problem {
  const message = 'Too many images were searched for text. Please wait a moment and try again.';
  return new Problem('too_many_requests', message, { retryAfterSeconds });
}
