import type { Caller, ClientInfo } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext, Executor } from '../../context.ts';
import { uuidV7 } from '../../platform/ids/uuid-v7.ts';
import { recordAudit } from '../audit/index.ts';
import type { MachineReport } from './project.ts';
import {
  dropVersion,
  insertVersion,
  personsOf,
  type ReviewRow,
  updateVersion,
  versionsOf,
} from './reviews.repository.ts';
import { isHeldAt, standingOf } from './version-state.ts';
import { closeItem, setHolder } from './worklist.repository.ts';

/** Who does something to a report, and from where. */
export interface Actor {
  readonly caller: Caller;
  readonly from: ClientInfo;
}

/** A hold that nobody renews by a change ends after so long. */
const idleMs = 15 * 60_000;

export function holdFor({ caller }: Actor, now: Date) {
  return { holderId: caller.userId, heldUntil: new Date(now.getTime() + idleMs), updatedAt: now };
}

/**
 * Begins or resumes the review of a report that was never signed. @throws Problem `review_held`,
 * `review_state`
 */
export async function startReview(report: MachineReport, actor: Actor, context: AppContext): Promise<void> {
  requireRight(actor.caller, 'review');
  await context.db.transaction(async (tx) => {
    const first = newVersion(report, 1, context);
    await insertVersion(tx, first);
    const { draft, state } = standingOf(await versionsOf(tx, report.id, 'lock'), context.now());
    if (!draft || draft.version > 1) throw stateProblem(state);
    await takeHold(tx, draft, actor, context);
  });
}

export function newVersion({ id, organisationId }: MachineReport, version: number, context: AppContext) {
  const now = context.now();
  return {
    id: uuidV7(now),
    reportId: id,
    organisationId,
    version,
    state: 'draft' as const,
    patientKey: context.config.keys[0].id,
    createdAt: now,
    updatedAt: now,
  };
}

/** Takes or renews the hold of a locked draft. @throws Problem `review_held`, which names who holds it */
export async function takeHold(
  tx: Executor,
  draft: ReviewRow,
  actor: Actor,
  context: AppContext,
): Promise<void> {
  const { caller, from } = actor;
  const now = context.now();
  const isHeld = isHeldAt(draft, now);
  if (isHeld && draft.holderId !== caller.userId) throw await heldProblem(tx, draft);
  const hold = holdFor(actor, now);
  const isNew = !isHeld;
  const revision = isNew ? draft.revision + 1 : draft.revision;
  await updateVersion(tx, draft, { ...hold, revision });
  await setHolder(tx, draft, hold);
  if (!isNew) return;
  const event = { action: 'review.started', by: caller, from, subjectId: draft.reportId } as const;
  await recordAudit(tx, { ...event, details: { version: draft.version } }, context);
}

/**
 * Gives a report back; its changes stay. An amendment without any is dropped. Nothing happens where nobody
 * holds it.
 */
export async function releaseReview(report: MachineReport, actor: Actor, context: AppContext): Promise<void> {
  const { caller, from } = actor;
  requireRight(caller, 'review');
  await context.db.transaction(async (tx) => {
    const { draft } = standingOf(await versionsOf(tx, report.id, 'lock'), context.now());
    if (!draft || !isHeldAt(draft, context.now())) return;
    if (draft.holderId !== caller.userId) throw await heldProblem(tx, draft);
    const none = { holderId: null, heldUntil: null };
    if (draft.version > 1 && draft.changes === 0) {
      await dropVersion(tx, draft);
      await closeItem(tx, report.id);
    } else {
      await updateVersion(tx, draft, { ...none, revision: draft.revision + 1, updatedAt: context.now() });
      await setHolder(tx, draft, none);
    }
    const event = { action: 'review.released', by: caller, from, subjectId: report.id } as const;
    await recordAudit(tx, { ...event, details: { version: draft.version } }, context);
  });
}

/**
 * The draft that the caller writes. A hold that ended and that nobody else took is still the caller's: a
 * session that ended loses nothing. @throws Problem `review_not_held`, `review_held`, `review_state`
 */
export async function heldDraft(
  tx: Executor,
  report: MachineReport,
  { caller }: Actor,
  { now }: Pick<AppContext, 'now'>,
): Promise<{ draft: ReviewRow; versions: readonly ReviewRow[] }> {
  const versions = await versionsOf(tx, report.id, 'lock');
  const { draft, state } = standingOf(versions, now());
  if (!draft && state !== 'preliminary') throw stateProblem(state);
  if (draft?.holderId === caller.userId) return { draft, versions };
  if (draft && isHeldAt(draft, now())) throw await heldProblem(tx, draft);
  throw new Problem('review_not_held', 'You do not hold this report. Start the review first.');
}

async function heldProblem(tx: Executor, { holderId, heldUntil }: ReviewRow): Promise<Problem> {
  const { full_name, username } = (await personsOf(tx, [holderId]))(holderId);
  const until = heldUntil?.toISOString().slice(11, 16);
  return new Problem(
    'review_held',
    `${full_name || username} is reviewing this report (until ${until} UTC, unless it goes on).`,
  );
}

export function stateProblem(state: string): Problem {
  const words: Readonly<Record<string, string>> = {
    signed: 'The report is signed. Amend it to change it.',
    amended: 'The report is signed. Amend it to change it.',
    withdrawn: 'The report was withdrawn.',
  };
  return new Problem('review_state', words[state] ?? 'The state of the report does not allow this.');
}
