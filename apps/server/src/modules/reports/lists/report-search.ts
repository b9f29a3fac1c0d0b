import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { type SQL, sql } from 'drizzle-orm';
import type { SearchScope } from '../../patients/index.ts';

export interface ReportSearch {
  readonly module: AnalysisId;
  readonly organisationId: string;
  /** Only this account's. */
  readonly userId?: string;
  /** Literal part of the patient ID; empty finds all. */
  readonly patientPart: string;
}

/** Where a report stands in a list: newest first. */
export interface PagePosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** Under whose name its tokens are made. */
export function scopeOf({ organisationId, userId, module }: ReportSearch): SearchScope {
  return { scopeId: userId ?? organisationId, module };
}

/** Of the table `r`: what the caller may see, older than `after`. */
export function inScope(
  { organisationId, userId, module }: ReportSearch,
  after: PagePosition | undefined,
): SQL {
  const own = userId === undefined ? sql`` : sql` AND r.user_id = ${userId}`;
  const older =
    after === undefined
      ? sql``
      : sql` AND (r.created_at, r.id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`;
  return sql`r.organisation_id = ${organisationId} AND r.module = ${module}${own}${older}`;
}
