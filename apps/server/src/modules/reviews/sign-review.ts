import { effectiveChanges } from '@second-read/core/review/undone';
import type { AppContext, Executor } from '../../context.ts';
import { requireRight } from '../../http/access/require-right.ts';
import { Problem } from '../../http/problem.ts';
import { recordAudit } from '../audit/index.ts';
import { type Actor, heldDraft, newVersion, stateProblem, takeHold } from './hold.ts';
import { requireSecondReading } from './opinions/second-reading.ts';
import { contentOf, type MachineReport, reviewedWith } from './project.ts';
import { changesOf, insertVersion, type ReviewRow, updateVersion, versionsOf } from './reviews.repository.ts';
import { requireOwnOrOverrule } from './rights.ts';
import { sealOfReview } from './sealed-review.ts';
import { verificationCode } from './verification-code.ts';
import { etagOf, isHeldAt, standingOf } from './version-state.ts';
import { closeItem, reopenItem } from './worklist.repository.ts';

/** Signs the version that the caller writes. @throws Problem `version_conflict` and those of `heldDraft` */
export async function signReview(
  report: MachineReport,
  { reason, ifMatch }: { reason: string | undefined; ifMatch: string },
  actor: Actor,
  context: AppContext,
): Promise<void> {
  const { caller, from } = actor;
  requireRight(caller, 'sign');
  const { keys } = context.config;
  await context.db.transaction(async (tx) => {
    const { draft, versions } = await heldDraft(tx, report, actor, context);
    if (ifMatch !== etagOf(draft))
      throw new Problem('version_conflict', 'The report was changed meanwhile. Look at it before you sign.');
    // An amendment is its reader's; two opinions stand behind the first version.
    const readings = draft.version === 1 ? await requireSecondReading(tx, report, caller) : 'single';
    const stored = await changesOf(tx, versions, keys);
    const changes = versions.flatMap(({ id }) => effectiveChanges(stored.get(id) ?? []));
    const content = JSON.stringify(contentOf(report, reviewedWith(report, changes)));
    const now = context.now();
    await updateVersion(tx, draft, {
      state: 'signed',
      revision: draft.revision + 1,
      holderId: null,
      heldUntil: null,
      content: sealOfReview(content, draft, keys),
      ...(reason !== undefined && { reason: sealOfReview(reason, draft, keys) }),
      signedBy: caller.userId,
      signedAt: now,
      verificationCode: verificationCode(),
      updatedAt: now,
    });
    await closeItem(tx, report.id);
    const second = readings === 'single' ? {} : { second_reading: readings };
    const details = { version: draft.version, changes: draft.changes, ...second };
    const event = { action: 'report.signed', by: caller, from, subjectId: report.id } as const;
    await recordAudit(tx, { ...event, details }, context);
  });
}

/** Begins, or resumes, the next version of a signed report. */
export async function amendReport(
  report: MachineReport,
  reason: string | undefined,
  actor: Actor,
  context: AppContext,
): Promise<void> {
  const { caller, from } = actor;
  requireRight(caller, 'sign');
  await context.db.transaction(async (tx) => {
    const last = await lastSigned(tx, report, context);
    requireOwnOrOverrule(caller, last);
    const next = newVersion(report, last.version + 1, context);
    const sealed = reason === undefined ? {} : { reason: sealOfReview(reason, next, context.config.keys) };
    const isNew = await insertVersion(tx, { ...next, ...sealed });
    const { draft } = standingOf(await versionsOf(tx, report.id, 'lock'), context.now());
    if (!draft) throw stateProblem('withdrawn');
    await reopenItem(tx, report.id, draft.version);
    await takeHold(tx, draft, actor, context);
    if (!isNew) return;
    const event = { action: 'report.amendment_started', by: caller, from, subjectId: report.id } as const;
    await recordAudit(tx, { ...event, details: { version: draft.version } }, context);
  });
}

/** Locks the versions. @throws Problem `review_state` where the report is not signed */
async function lastSigned(tx: Executor, report: MachineReport, context: AppContext): Promise<ReviewRow> {
  const { inForce, state } = standingOf(await versionsOf(tx, report.id, 'lock'), context.now());
  if (inForce?.state === 'signed') return inForce;
  if (state === 'withdrawn') throw stateProblem(state);
  throw new Problem('review_state', 'The report is not signed yet.');
}

/** Takes a report back: what is in force, or what the caller writes. */
export async function withdrawReport(
  report: MachineReport,
  reason: string,
  actor: Actor,
  context: AppContext,
): Promise<void> {
  const { caller, from } = actor;
  requireRight(caller, 'sign');
  await context.db.transaction(async (tx) => {
    const row = await withdrawable(tx, report, actor, context);
    const { keys } = context.config;
    const now = context.now();
    const stored = await changesOf(tx, [row], keys);
    const own = effectiveChanges(stored.get(row.id) ?? []);
    const content = JSON.stringify(contentOf(report, reviewedWith(report, own)));
    await updateVersion(tx, row, {
      state: 'withdrawn',
      revision: row.revision + 1,
      holderId: null,
      heldUntil: null,
      content: row.content ?? sealOfReview(content, row, keys),
      withdrawReason: sealOfReview(reason, row, keys),
      withdrawnBy: caller.userId,
      withdrawnAt: now,
      updatedAt: now,
    });
    await closeItem(tx, report.id);
    const event = { action: 'report.withdrawn', by: caller, from, subjectId: report.id } as const;
    await recordAudit(tx, { ...event, details: { version: row.version } }, context);
  });
}

/**
 * The first version while the caller writes it, else what was signed. Whoever amends it meanwhile goes first.
 */
async function withdrawable(
  tx: Executor,
  report: MachineReport,
  actor: Actor,
  context: AppContext,
): Promise<ReviewRow> {
  const now = context.now();
  const { state, draft, inForce } = standingOf(await versionsOf(tx, report.id, 'lock'), now);
  const isHeld = draft !== undefined && isHeldAt(draft, now);
  if (isHeld || inForce?.state !== 'signed') {
    const held = await heldDraft(tx, report, actor, context);
    if (held.draft.version === 1) return held.draft;
    await updateVersion(tx, held.draft, { holderId: null, heldUntil: null });
  }
  if (inForce?.state !== 'signed') throw stateProblem(state);
  requireOwnOrOverrule(actor.caller, inForce);
  return inForce;
}
