import { sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import { extentOfAnalyses } from '../modules/analyses/index.ts';
import { countExpired, type Expiry } from './erase-expired.ts';

const dayMs = 86_400_000;
/** How far the time that erases may move from one daily run to the next. */
const mostStepMs = 2 * dayMs;

/** Without a confirmation one run erases at most this share of the analyses it looks at … */
export const mostShare = 0.25;
/** … where it is about more than so many. */
const fewAnalyses = 10;

type Tools = Pick<AppContext, 'db' | 'now'> & {
  /** The clock of this machine; `now` may be the database's. */
  readonly own?: () => number;
};

/** The earliest of the clocks of this process and of the database: one that is ahead erases nothing. */
export async function earlierClock({ db, now, own = Date.now }: Tools): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at`,
  );
  return new Date(Math.min(now().getTime(), own(), Number(rows[0]?.at ?? 0)));
}

/**
 * The time by which an organization's reports are old, without confidence in any one clock: at first no later
 * than a day after its newest analysis, from then on `mostStepMs` per run at most. A server that starts with
 * its clock months ahead erases what is two days early, not everything; one that was off for months catches
 * up.
 * @param reached the time of the last run; null before the first
 */
export async function retentionClock(
  { organisationId, reached }: { readonly organisationId: string; readonly reached: Date | null },
  context: Tools,
): Promise<Date> {
  const clock = await earlierClock(context);
  const limit = reached ? reached.getTime() + mostStepMs : await dayAfterNewest(organisationId, context);
  return new Date(Math.min(clock.getTime(), limit));
}

async function dayAfterNewest(organisationId: string, { db }: Tools): Promise<number> {
  const { newest } = await extentOfAnalyses(db, organisationId);
  return (newest?.getTime() ?? 0) + dayMs;
}

export interface Share {
  readonly expired: number;
  readonly all: number;
  /** More than one run erases without a confirmation. */
  readonly isLarge: boolean;
}

/** How much of what there is a run would erase. */
export async function shareOf(expiry: Expiry, { db }: Pick<Tools, 'db'>): Promise<Share> {
  const { analyses: expired } = await countExpired(expiry, { db });
  const { all } = await extentOfAnalyses(db, expiry.organisationId);
  return { expired, all, isLarge: expired > fewAnalyses && expired > all * mostShare };
}
