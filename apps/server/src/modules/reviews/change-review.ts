import { mostChanges } from '@second-read/contract/reviews';
import { type Change, longestText } from '@second-read/core/review/change';
import { refusalOf } from '@second-read/core/review/check-change';
import { effectiveChanges } from '@second-read/core/review/undone';
import type { AppContext, Executor } from '../../context.ts';
import { requireRight } from '../../http/access/require-right.ts';
import { Problem } from '../../http/problem.ts';
import { recordAudit } from '../audit/index.ts';
import { type Actor, heldDraft, holdFor } from './hold.ts';
import { isValid, type MachineReport, reviewableOf, reviewedWith, reviewModuleOf } from './project.ts';
import { changesOf, insertChanges, type ReviewRow, updateVersion } from './reviews.repository.ts';
import { requireWords } from './rights.ts';
import { sealChange } from './sealed-review.ts';
import { etagOf } from './version-state.ts';
import { setHolder } from './worklist.repository.ts';

/** A version holds at most this much; outlines are its largest part. */
const mostCharacters = 4_000_000;

interface Wanted {
  readonly changes: readonly Change[];
  /** The entity tag that the caller saw. */
  readonly ifMatch: string;
}

/**
 * Keeps all changes or none. Those that are there already are acknowledged; where all are, nothing else is
 * looked at: the reply to an earlier call was lost.
 * @throws Problem `version_conflict`, `change_refused` and those of `heldDraft`
 */
export async function changeReview(
  report: MachineReport,
  { changes, ifMatch }: Wanted,
  actor: Actor,
  context: AppContext,
): Promise<void> {
  requireRight(actor.caller, 'review');
  requireWords(actor.caller, changes);
  const { keys } = context.config;
  await context.db.transaction(async (tx) => {
    const { draft, versions } = await heldDraft(tx, report, actor, context);
    const stored = await changesOf(tx, versions, keys);
    const own = stored.get(draft.id) ?? [];
    const isKnown = ({ id }: Change) => own.some((each) => each.id === id);
    if (changes.every(isKnown)) return;
    requireMatch(draft, ifMatch);
    const earlier = versions
      .filter(({ state }) => state !== 'draft')
      .flatMap(({ id }) => effectiveChanges(stored.get(id) ?? []));
    const added = checked(report, { earlier, own, wanted: changes.filter((each) => !isKnown(each)) });
    await keep(tx, draft, added, actor, context);
  });
}

function requireMatch(draft: ReviewRow, ifMatch: string): void {
  if (ifMatch === etagOf(draft)) return;
  throw new Problem(
    'version_conflict',
    'The report was changed meanwhile. Look at its present state and make your changes again.',
  );
}

interface Sequence {
  /** What counts of the versions before. */
  readonly earlier: readonly Change[];
  readonly own: readonly Change[];
  readonly wanted: readonly Change[];
}

/** Each change is checked against what the ones before it make of the report. */
function checked(report: MachineReport, { earlier, own, wanted }: Sequence): Change[] {
  const machine = reviewableOf(report);
  const { fields } = reviewModuleOf(report);
  const done = [...own];
  for (const change of wanted) {
    if (done.some(({ id }) => id === change.id)) continue;
    const now = reviewedWith(report, [...earlier, ...done]);
    const refusal = refusalOf(change, { fields, machine, changes: done, now, picture: report.study });
    if (refusal !== null) throw refused(change, refusal);
    done.push(change);
    if (!isValid(report, reviewedWith(report, [...earlier, ...done])))
      throw refused(change, 'The finding cannot say this.');
  }
  if (done.length > mostChanges)
    throw new Problem('change_refused', `A version has at most ${mostChanges} changes.`);
  return done.slice(own.length);
}

function refused({ id, kind }: Change, why: string): Problem {
  return new Problem('change_refused', `${why} (change ${id}, ${kind})`.slice(0, longestText));
}

async function keep(
  tx: Executor,
  draft: ReviewRow,
  changes: readonly Change[],
  actor: Actor,
  context: AppContext,
): Promise<void> {
  const now = context.now();
  const { caller, from } = actor;
  const rows = changes.map((change, at) => {
    const place = { reviewId: draft.id, number: draft.changes + at + 1 };
    const sealed = sealChange(change, place, context.config.keys);
    return { ...place, id: change.id, userId: caller.userId, ...sealed, createdAt: now };
  });
  const characters = rows.reduce((sum, row) => sum + row.change.length, draft.characters);
  if (characters > mostCharacters)
    throw new Problem('change_refused', 'The version is full: its outlines have too many vertices.');
  const hold = holdFor(actor, now);
  await insertChanges(tx, rows);
  await updateVersion(tx, draft, {
    ...hold,
    revision: draft.revision + 1,
    changes: draft.changes + rows.length,
    characters,
  });
  await setHolder(tx, draft, hold);
  const details = { version: draft.version, changes: changes.map(({ id, kind }) => `${kind} ${id}`) };
  const event = { action: 'review.changed', by: caller, from, subjectId: draft.reportId } as const;
  await recordAudit(tx, { ...event, details }, context);
}
