import type { ReviewMark } from '@second-read/contract/reviews';
import { effectiveChanges } from '@second-read/core/review/undone';
import type { AppContext, Executor } from '../../context.ts';
import { contentOf, type MachineReport, reviewedWith, type VersionContent } from './project.ts';
import {
  lastReadersOf,
  openChanges,
  type Person,
  personsOf,
  type ReviewRow,
  sealedChangesOf,
  versionsOfReports,
} from './reviews.repository.ts';
import { openContent, openReason, openSummary } from './sealed-review.ts';
import { codeText } from './verification-code.ts';
import { finalState, standingOf } from './version-state.ts';

/** The version of a report that lists and exports show. */
export interface CurrentVersion {
  /** `preliminary` also while a reader holds it: `heldUntil` tells. */
  readonly mark: ReviewMark;
  readonly heldUntil: Date | null;
  readonly content: VersionContent;
  /** Of a withdrawn version, or one that was amended or signed with a reason. */
  readonly reason: string | undefined;
  /** Changes whenever the content does. */
  readonly revision: number;
}

type Keys = AppContext['config']['keys'];

/**
 * The version of a report by its id; undefined where no clinician began to review it. Throws where it cannot
 * be opened.
 */
export type CurrentVersions = (reportId: string) => CurrentVersion | undefined;

/**
 * Of each report that a clinician began to review; the others are the machine's alone. `summary`: what lists
 * show, without the vertices of outlines. `version`: that one, as it was signed, in place of that in force;
 * undefined of a report that does not have it.
 */
export async function currentVersions(
  db: Executor,
  reports: readonly MachineReport[],
  keys: Keys,
  { depth = 'whole', version }: { depth?: 'whole' | 'summary'; version?: number | undefined } = {},
): Promise<CurrentVersions> {
  const rows = await versionsOfReports(
    db,
    reports.map(({ id }) => id),
    depth,
  );
  if (rows.length === 0) return () => undefined;
  const shown = new Map<string, { report: MachineReport; row: ReviewRow; replacedBy?: number | undefined }>();
  for (const report of reports) {
    const own = rows.filter(({ reportId }) => reportId === report.id);
    const { inForce: current } = standingOf(own, report.createdAt);
    const isCurrent = version === undefined || version === current?.version;
    const row = isCurrent ? current : own.find((each) => each.version === version && each.state !== 'draft');
    if (row) shown.set(report.id, { report, row, ...(!isCurrent && { replacedBy: current?.version }) });
  }
  const current = [...shown.values()].map(({ row }) => row);
  const changes = await sealedChangesOf(
    db,
    current.filter(({ content, summary }) => content === null && (depth === 'whole' || summary === null)),
  );
  const personOf = await personsOf(
    db,
    current.map(({ signedBy }) => signedBy),
  );
  const draftedBy = await lastReadersOf(
    db,
    current.filter(({ state }) => state === 'draft'),
  );
  return (id) => {
    const { report, row, replacedBy } = shown.get(id) ?? {};
    if (!report || !row) return undefined;
    const written = () => effectiveChanges(openChanges(changes.get(row.id) ?? [], keys));
    const whole = () =>
      row.content === null ? contentOf(report, reviewedWith(report, written())) : openContent(row, keys);
    const content = (depth === 'summary' ? openSummary(row, keys) : undefined) ?? whole();
    const { heldUntil, revision } = row;
    const draftBy = draftedBy.get(row.id);
    const mark = {
      ...markOf(row, personOf),
      ...(draftBy !== undefined && { draft_by: draftBy }),
      ...(replacedBy !== undefined && { replaced_by: replacedBy }),
    };
    return { mark, heldUntil, content, reason: openReason(row, keys), revision };
  };
}

function markOf(row: ReviewRow, personOf: (id: string | null) => Person): ReviewMark {
  const { full_name, username } = personOf(row.signedBy);
  return {
    state: row.state === 'draft' ? 'preliminary' : finalState(row),
    version: row.version,
    ...(row.signedAt && { signed_by: full_name || username, signed_at: row.signedAt.toISOString() }),
    ...(row.verificationCode !== null && { verification_code: codeText(row.verificationCode) }),
  };
}
