import type { ReviewMark } from '@second-read/contract/reviews';
import { effectiveChanges } from '@second-read/core/review/undone';
import type { AppContext, Executor } from '../../context.ts';
import { contentOf, type MachineReport, reviewedWith, type VersionContent } from './project.ts';
import {
  changesOf,
  type Person,
  personsOf,
  type ReviewRow,
  versionsOfReports,
} from './reviews.repository.ts';
import { openContent, openReason } from './sealed-review.ts';
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

/** Of each report that a clinician began to review, by its id; the others are the machine's alone. */
export async function currentVersions(
  db: Executor,
  reports: readonly MachineReport[],
  keys: Keys,
): Promise<ReadonlyMap<string, CurrentVersion>> {
  const ids = reports.map(({ id }) => id);
  const rows = await versionsOfReports(db, ids);
  if (rows.length === 0) return new Map();
  const inForce = reports.flatMap((report) => {
    const own = rows.filter(({ reportId }) => reportId === report.id);
    const row = standingOf(own, report.createdAt).inForce;
    return row === undefined ? [] : [{ report, row }];
  });
  const current = inForce.map(({ row }) => row);
  const drafts = current.filter(({ content }) => content === null);
  const stored = await changesOf(db, drafts, keys);
  const signers = current.map(({ signedBy }) => signedBy);
  const personOf = await personsOf(db, signers);
  return new Map(
    inForce.map(({ report, row }) => {
      const changes = effectiveChanges(stored.get(row.id) ?? []);
      const content =
        row.content === null ? contentOf(report, reviewedWith(report, changes)) : openContent(row, keys);
      const { heldUntil, revision } = row;
      const reason = openReason(row, keys);
      return [report.id, { mark: markOf(row, personOf), heldUntil, content, reason, revision }];
    }),
  );
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
