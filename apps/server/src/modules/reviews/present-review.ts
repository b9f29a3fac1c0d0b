import { examOf } from '@second-read/analyses/stored-reading';
import type { ReviewReply, VersionsReply } from '@second-read/contract/reviews';
import type { StoredChange } from '@second-read/core/review/change';
import { usedIds } from '@second-read/core/review/finding-ids';
import { allowedActions, type ReportState } from '@second-read/core/review/states';
import { effectiveChanges, nextRedo, nextUndo } from '@second-read/core/review/undone';
import type { Caller } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { withPictures } from './key-pictures.ts';
import {
  contentOf,
  type MachineReport,
  reviewableOf,
  reviewedWith,
  reviewModuleOf,
  type VersionContent,
} from './project.ts';
import { changesOf, type Person, personsOf, type ReviewRow, versionsOf } from './reviews.repository.ts';
import { rightsOf } from './rights.ts';
import { openContent, openReason } from './sealed-review.ts';
import { codeText } from './verification-code.ts';
import { etagOf, finalState, isHeldAt, type Standing, standingOf } from './version-state.ts';

type Tools = Pick<AppContext, 'db' | 'config' | 'now'>;

/** The review as the caller sees it now, or one of its versions; undefined where there is no such version. */
export async function presentReview(
  report: MachineReport,
  caller: Caller,
  context: Tools,
  { version, content: known }: { version?: number | undefined; content?: VersionContent | undefined } = {},
): Promise<ReviewReply | undefined> {
  const versions = await versionsOf(context.db, report.id);
  const standing = standingOf(versions, context.now());
  const row = version === undefined ? standing.shown : versions.find((each) => each.version === version);
  if (version !== undefined && row === undefined) return undefined;
  const upTo = versions.filter((each) => row !== undefined && each.version <= row.version);
  const stored = await changesOf(context.db, upTo, context.config.keys);
  const personOf = await personsOf(context.db, peopleOf(upTo));
  const own = stored.get(row?.id ?? '') ?? [];
  const content = known ?? contentNow(report, row, { versions: upTo, stored }, context);
  const state = version === undefined ? standing.state : stateOf(row, standing);
  return {
    report_id: report.id,
    module: report.module,
    state,
    version: row?.version ?? 1,
    etag: etagOf(row),
    ...holdOf(row, caller, personOf, context.now()),
    machine: report.reading,
    ...contentFields(content, report),
    key_images: withPictures(content.keyImages ?? [], report, { viewer: caller, context }),
    changes: own.map(withoutPicture),
    used_ids: usedIds(reviewableOf(report), [...stored.values()].flat()),
    can_undo: nextUndo(own) !== null,
    can_redo: nextRedo(own) !== null,
    allowed: allowedTo(caller, row, state, { now: context.now(), signedBy: standing.inForce?.signedBy }),
    review: reviewModuleOf(report).fields,
    ...(row === undefined ? {} : endOf(row, personOf, context)),
    ...(row !== undefined && row.version > 1 && { predecessor: row.version - 1 }),
  };
}

/** Pictures of key images are had at their own addresses. */
function withoutPicture(change: StoredChange): StoredChange {
  if (change.kind !== 'keep_key_image') return change;
  const { picture: _, ...others } = change;
  return others;
}

/** Of one version apart from the others. */
function stateOf(row: ReviewRow | undefined, { state }: Pick<Standing, 'state'>): ReportState {
  if (row === undefined) return 'preliminary';
  return row.state === 'draft' ? (state === 'in_review' ? state : 'preliminary') : finalState(row);
}

interface Stored {
  readonly versions: readonly ReviewRow[];
  readonly stored: ReadonlyMap<string, readonly StoredChange[]>;
}

/** What was signed is read as it was signed; what is being written is computed. */
function contentNow(
  report: MachineReport,
  row: ReviewRow | undefined,
  { versions, stored }: Stored,
  { config }: Tools,
): VersionContent {
  if (row !== undefined && row.content !== null) return openContent(row, config.keys);
  const changes = versions.flatMap(({ id }) => effectiveChanges(stored.get(id) ?? []));
  return contentOf(report, reviewedWith(report, changes));
}

function contentFields({ reading, wire, exam, ...others }: VersionContent, report: MachineReport) {
  const { written, outlines, measurements = [], decisions, category } = others;
  const current = exam ?? examOf(report) ?? reading;
  const hasCategory = reviewModuleOf(report).fields.categories.length > 0;
  const said = { current, wire, written, outlines, measurements: [...measurements], decisions };
  return { ...said, category: hasCategory ? category : null };
}

function holdOf(
  row: ReviewRow | undefined,
  { userId }: Caller,
  personOf: (id: string | null) => Person,
  now: Date,
): Pick<ReviewReply, 'held_by' | 'mine'> {
  if (row === undefined || !isHeldAt(row, now)) return { held_by: null, mine: false };
  const until = row.heldUntil?.toISOString() ?? '';
  return { held_by: { ...personOf(row.holderId), until }, mine: row.holderId === userId };
}

/** Who writes and whose hold merely ended may still write; the server lets them. */
function allowedTo(
  caller: Caller,
  row: ReviewRow | undefined,
  state: ReportState,
  { now, signedBy }: { now: Date; signedBy: string | null | undefined },
) {
  const isHolder = row !== undefined && row.holderId === caller.userId && isHeldAt(row, now);
  return allowedActions(state, { rights: rightsOf(caller), isHolder, isSigner: signedBy === caller.userId });
}

/** Who signed or withdrew it, when and why. */
function endOf(row: ReviewRow, personOf: (id: string | null) => Person, { config }: Tools) {
  const reason = openReason(row, config.keys);
  return {
    ...(row.signedAt && { signed_by: personOf(row.signedBy), signed_at: row.signedAt.toISOString() }),
    ...(row.withdrawnAt && {
      withdrawn_by: personOf(row.withdrawnBy),
      withdrawn_at: row.withdrawnAt.toISOString(),
    }),
    ...(reason !== undefined && { reason }),
    ...(row.verificationCode !== null && { verification_code: codeText(row.verificationCode) }),
  };
}

function peopleOf(rows: readonly ReviewRow[]): (string | null)[] {
  return rows.flatMap(({ holderId, signedBy, withdrawnBy }) => [holderId, signedBy, withdrawnBy]);
}

/** Every version, the newest first. */
export async function presentVersions(report: MachineReport, context: Tools): Promise<VersionsReply> {
  const versions = await versionsOf(context.db, report.id);
  const standing = standingOf(versions, context.now());
  const personOf = await personsOf(context.db, peopleOf(versions));
  return {
    versions: versions.toReversed().map((row) => ({
      version: row.version,
      state: stateOf(row, standing),
      in_force: row.id === standing.inForce?.id,
      changes: row.changes,
      ...endOf(row, personOf, context),
      ...(row.version > 1 && { predecessor: row.version - 1 }),
    })),
  };
}
