import { setImmediate as nextTurn } from 'node:timers/promises';
import { mostChanges } from '@second-read/contract/reviews';
import { type Change, longestText, maxKeptVertices } from '@second-read/core/review/change';
import { refusalOf, tooManyVertices } from '@second-read/core/review/check-change';
import { usedIds } from '@second-read/core/review/finding-ids';
import type { ImagePlace } from '@second-read/core/review/measurements/reader-measurement';
import { withThinOutlines } from '@second-read/core/review/thinned-outline';
import { effectiveChanges } from '@second-read/core/review/undone';
import { Problem } from '../../calls/problem.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext, Executor } from '../../context.ts';
import { recordAudit } from '../audit/index.ts';
import { type Actor, heldDraft, holdFor } from './hold.ts';
import { pictureRefusal } from './key-pictures.ts';
import {
  contentOf,
  folded,
  isValid,
  type MachineReport,
  pixelMmOf,
  reviewableOf,
  reviewModuleOf,
  type VersionContent,
} from './project.ts';
import { changesOf, insertChanges, type ReviewRow, updateVersion } from './reviews.repository.ts';
import { requireWords } from './rights.ts';
import { sealChange, sealedSummary } from './sealed-review.ts';
import { etagOf } from './version-state.ts';
import { setHolder } from './worklist.repository.ts';

/** A version holds at most this much; outlines and pictures of key images are its largest part. */
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
): Promise<VersionContent | undefined> {
  requireRight(actor.caller, 'review');
  requireWords(actor.caller, changes);
  refuseOversized(changes);
  const { keys } = context.config;
  return context.db.transaction(async (tx) => {
    const { draft, versions } = await heldDraft(tx, report, actor, context);
    const stored = await changesOf(tx, versions, keys);
    const own = stored.get(draft.id) ?? [];
    const isKnown = ({ id }: Change) => own.some((each) => each.id === id);
    const wanted = await thinned(changes.filter((each) => !isKnown(each)));
    if (wanted.length === 0) return undefined;
    requireMatch(draft, ifMatch);
    const earlier = versions
      .filter(({ state }) => state !== 'draft')
      .flatMap(({ id }) => effectiveChanges(stored.get(id) ?? []));
    refuseFull(draft, [...own, ...wanted], wanted);
    const { added, content } = await checked(report, { earlier, own, wanted });
    await keepChanges(tx, draft, { added, content }, actor, context);
    return content;
  });
}

/** Others are served between two outlines. */
async function thinned(changes: readonly Change[]): Promise<Change[]> {
  const thin: Change[] = [];
  for (const change of changes) {
    await nextTurn();
    thin.push(withThinOutlines(change));
  }
  return thin;
}

/** Sizes come first: they cost nothing to look at. */
function refuseOversized(changes: readonly Change[]): void {
  for (const change of changes) {
    const wrong = change.kind === 'keep_key_image' ? pictureRefusal(change) : null;
    if (wrong !== null) throw refused(change, wrong);
    const outlines =
      change.kind === 'outline'
        ? [change.to, change.from]
        : change.kind === 'add'
          ? [change.finding.outline]
          : [];
    const vertices = Math.max(0, ...outlines.map((outline) => outline?.length ?? 0));
    if (vertices > maxKeptVertices) throw refused(change, tooManyVertices(vertices));
  }
}

function refuseFull(draft: ReviewRow, all: readonly Change[], wanted: readonly Change[]): void {
  if (all.length > mostChanges)
    throw new Problem('change_refused', `A version has at most ${mostChanges} changes.`);
  const characters = wanted.reduce((sum, change) => sum + JSON.stringify(change).length, draft.characters);
  if (characters > mostCharacters)
    throw new Problem('change_refused', 'The version is full: its outlines and key images are too large.');
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

/**
 * Each change is checked against what the ones before it make of the report; others are served between two of
 * them.
 */
async function checked(report: MachineReport, { earlier, own, wanted }: Sequence) {
  const machine = reviewableOf(report);
  const { fields, split } = reviewModuleOf(report);
  const pixelMm = (image: ImagePlace) => pixelMmOf(report, image);
  const done = [...own];
  let so = folded(report, [...earlier, ...own]);
  for (const change of wanted) {
    if (done.some(({ id }) => id === change.id)) continue;
    await nextTurn();
    const now = so.reviewed;
    const { study: picture } = report;
    const known = { fields, split, usedIds: usedIds(machine, [...earlier, ...done]), changes: done };
    const refusal = refusalOf(change, { ...known, now, picture, pixelMm });
    if (refusal !== null) throw refused(change, refusal);
    done.push(change);
    so = so.and(change);
    if (!isValid(report, so.reviewed)) throw refused(change, 'The finding cannot say this.');
  }
  return { added: done.slice(own.length), content: contentOf(report, so.reviewed) };
}

function refused({ id, kind }: Change, why: string): Problem {
  return new Problem('change_refused', `${why} (change ${id}, ${kind})`.slice(0, longestText));
}

/** Stores changes that were checked, on top of those of the locked draft. */
export async function keepChanges(
  tx: Executor,
  draft: ReviewRow,
  { added, content }: { readonly added: readonly Change[]; readonly content: VersionContent },
  actor: Actor,
  context: AppContext,
  now = context.now(),
): Promise<void> {
  const { caller, from } = actor;
  const rows = added.map((change, at) => {
    const place = { reviewId: draft.id, number: draft.changes + at + 1 };
    const sealed = sealChange(change, place, context.config.keys);
    return { ...place, id: change.id, userId: caller.userId, ...sealed, createdAt: now };
  });
  const characters = rows.reduce((sum, row) => sum + row.change.length, draft.characters);
  const hold = holdFor(actor, now);
  await insertChanges(tx, rows);
  await updateVersion(tx, draft, {
    ...hold,
    revision: draft.revision + 1,
    changes: draft.changes + rows.length,
    characters,
    ...sealedSummary(content, draft, context.config.keys),
  });
  await setHolder(tx, draft, hold);
  const details = { version: draft.version, changes: added.map(({ id, kind }) => `${kind} ${id}`) };
  const event = { action: 'review.changed', by: caller, from, subjectId: draft.reportId } as const;
  await recordAudit(tx, { ...event, details }, context);
}
