import { moduleIds } from '@second-read/analyses/manifests';
import { type EveryReportQuery, lookedAtMost } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { ReportState } from '@second-read/core/review/states';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../context.ts';
import { demoMark } from '../../reviews/index.ts';

/** What the facets of a report say, without the report itself. */
export interface FacetRow {
  readonly id: string;
  readonly module: AnalysisId;
  readonly state: ReportState;
  /** As the worklist ranks it, 3 urgent to 0. */
  readonly level: number;
  readonly uploadedBy: string;
  readonly uploadedByName: string;
  readonly signedBy: string | null;
  readonly signedByName: string | null;
}

/** `isToOpen`: what its version says is sealed, and decides whether it is found. */
export type FoundRow = FacetRow & { readonly isToOpen: boolean };

interface Wanted {
  readonly organisationId: string;
  /** Only this account's. */
  readonly userId: string | undefined;
  readonly query: EveryReportQuery;
  /** Reports whose patient ID has what is searched for, or whose ID is that; null where nothing is. */
  readonly ofPatients: readonly string[] | null;
  /** Whose conclusions the caller does not see: they are not searched. */
  readonly hidden: readonly AnalysisId[];
  readonly now: Date;
  /** In which days begin. */
  readonly zone: string;
}

/**
 * The newest `lookedAtMost` reports, newest first, as far as search and days leave them, and all of patients
 * that are searched for. An index has the newest of all modules in their order; OFFSET 0 keeps the planner to
 * the worklist's: it would read the whole list instead.
 */
export async function facetRows(
  db: Executor,
  wanted: Wanted,
): Promise<{ readonly rows: FoundRow[]; readonly areAll: boolean }> {
  const { organisationId, userId, query, now } = wanted;
  const ids = sql.param([...(wanted.ofPatients ?? [])]);
  const inScope = sql`r.organisation_id = ${organisationId}
    ${userId === undefined ? sql`` : sql`AND r.user_id = ${userId}`} ${inDays(query, wanted.zone)}
    AND r.module = ANY(${sql.param([...moduleIds])}::text[])`;
  const columns = sql`r.id, r.module, r.user_id, r.created_at ${wanted.ofPatients === null ? sql`` : sql`, ${words}`}`;
  const { rows } = await db.execute<
    Record<keyof FacetRow, string> & { isFound: boolean; isToOpen: boolean }
  >(sql`
    WITH newest AS MATERIALIZED (
      SELECT ${columns} FROM reports r WHERE ${inScope}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${lookedAtMost}
    ), named AS (
      SELECT * FROM newest UNION ALL
      SELECT ${columns} FROM reports r WHERE r.id = ANY(${ids}::text[]) AND ${inScope}
        AND r.id NOT IN (SELECT id FROM newest)
    )
    SELECT ${matches(wanted)} AS "isFound", ${isToOpen(wanted)} AS "isToOpen", n.id, n.module,
      COALESCE(f.level, w.level, 1) AS level,
      u.username AS "uploadedBy", u.full_name AS "uploadedByName", s.username AS "signedBy",
      COALESCE(NULLIF(s.full_name, ''), s.username)
        || CASE WHEN o.is_demo THEN ${demoMark} ELSE '' END AS "signedByName",
      CASE WHEN w.is_open AND w.held_until > ${now.toISOString()}::timestamptz THEN 'in_review'
        WHEN f.state IS NULL OR f.state = 'draft' THEN 'preliminary'
        WHEN f.state = 'withdrawn' THEN 'withdrawn'
        WHEN f.version = 1 THEN 'signed' ELSE 'amended' END AS state
    FROM named n
    JOIN users u ON u.id = n.user_id
    LEFT JOIN LATERAL (
      SELECT x.level, x.is_open, x.held_until FROM worklist x WHERE x.report_id = n.id OFFSET 0
    ) AS w ON true
    LEFT JOIN LATERAL (
      SELECT v.state, v.version, v.signed_by, v.level FROM reviews v
      WHERE v.report_id = n.id ORDER BY v.state = 'draft', v.version DESC LIMIT 1
    ) AS f ON true
    LEFT JOIN users s ON s.id = f.signed_by
    LEFT JOIN organisations o ON o.id = s.organisation_id
    ORDER BY n.created_at DESC, n.id DESC`);
  const found = rows.filter(({ isFound, isToOpen }) => isFound || isToOpen);
  return {
    rows: found.map(({ isFound, ...row }) => ({ ...row, level: Number(row.level) }) as FoundRow),
    areAll: rows.length < lookedAtMost,
  };
}

/** What is searched; reports from before it was kept have it in their wire fields alone. */
const words = sql`COALESCE(r.conclusion, r.wire ->> 'conclusion') AS conclusion`;

function inDays({ from, to }: EveryReportQuery, zone: string): SQL {
  const start = (day: SQL) => sql`((${day})::timestamp AT TIME ZONE ${zone})`;
  const since = from === undefined ? sql`` : sql` AND r.created_at >= ${start(sql`${from}::date`)}`;
  const until = to === undefined ? sql`` : sql` AND r.created_at < ${start(sql`${to}::date + 1`)}`;
  return sql`${since}${until}`;
}

/** Patient, report ID or the machine's conclusion, as far as the caller sees it and no reader changed it. */
function matches(wanted: Wanted): SQL {
  if (wanted.ofPatients === null) return sql`true`;
  return sql`(${isNamed(wanted)} OR (${isSeen(wanted)} AND f.level IS NULL
    AND n.conclusion ILIKE ${partOf(wanted)}))`;
}

function isToOpen(wanted: Wanted): SQL {
  if (wanted.ofPatients === null) return sql`false`;
  return sql`(${isSeen(wanted)} AND f.level IS NOT NULL AND NOT ${isNamed(wanted)})`;
}

function isNamed(wanted: Wanted): SQL {
  const ids = sql.param([...(wanted.ofPatients ?? [])]);
  return sql`(n.id = ANY(${ids}::text[]) OR n.id ILIKE ${partOf(wanted)})`;
}

const isSeen = ({ hidden }: Wanted): SQL =>
  sql`(f.state IN ('signed', 'withdrawn') OR n.module <> ALL(${sql.param([...hidden])}::text[]))`;

const partOf = ({ query: { q } }: Wanted): string =>
  `%${q.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
