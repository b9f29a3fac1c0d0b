import type { AuditEntry, AuditFilters } from '@second-read/contract/audit';
import { and, desc, eq, gte, like, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { auditEvents, users } from '../../platform/database/schema.ts';

export interface TrailPage {
  readonly entries: AuditEntry[];
  readonly next: number | null;
}

/** Entries that name any of these ids: as subject, within the key of an image, or among those listed. */
export interface About {
  readonly ids: readonly string[];
}

/** A page of one organisation's trail, newest first; any page is an index scan. */
export async function readTrail(
  db: Executor,
  of: { organisationId: string; filters: AuditFilters | About; before?: number | undefined; limit: number },
): Promise<TrailPage> {
  const rows = await db
    .select({ event: auditEvents, username: users.username })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.userId))
    .where(
      and(
        matching(of.organisationId, of.filters),
        of.before ? lt(auditEvents.sequence, of.before) : undefined,
      ),
    )
    .orderBy(desc(auditEvents.sequence))
    .limit(of.limit + 1);
  const entries = rows.slice(0, of.limit).map(({ event, username }) => present(event, username));
  return { entries, next: rows.length > of.limit ? (entries.at(-1)?.sequence ?? null) : null };
}

function matching(organisationId: string, filters: AuditFilters | About): SQL | undefined {
  if ('ids' in filters) return and(eq(auditEvents.chain, organisationId), isAbout(filters));
  const { action, outcome, user, subject, from, to } = filters;
  return and(
    eq(auditEvents.chain, organisationId),
    action === '' ? undefined : actionIs(action),
    outcome === '' ? undefined : eq(auditEvents.outcome, outcome),
    user === '' ? undefined : eq(users.username, user.toLowerCase().replaceAll('\0', '')),
    subject === '' ? undefined : eq(auditEvents.subjectId, subject.replaceAll('\0', '')),
    from === '' ? undefined : gte(auditEvents.at, new Date(from)),
    to === '' ? undefined : lt(auditEvents.at, new Date(to)),
  );
}

function isAbout({ ids }: About): SQL {
  const list = sql`ARRAY[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`;
  const { subjectId, details } = auditEvents;
  return sql`(EXISTS (SELECT 1 FROM unnest(${list}) AS id WHERE position(id IN ${subjectId}) > 0)
    OR ${details} -> 'reports' ?| ${list})`;
}

function actionIs(action: string): SQL {
  const plain = action.replaceAll('\0', '');
  if (plain.includes('.')) return eq(auditEvents.action, plain);
  return like(auditEvents.action, `${plain.replace(/[\\%_]/g, '\\$&')}.%`);
}

function present(event: typeof auditEvents.$inferSelect, username: string | null): AuditEntry {
  return {
    sequence: event.sequence ?? 0,
    at: event.at.toISOString(),
    action: event.action,
    outcome: event.outcome,
    user: username,
    subject: event.subjectId,
    address: event.address,
    user_agent: event.userAgent,
    details: { ...event.details },
  };
}
