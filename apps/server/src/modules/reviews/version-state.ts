import type { ReportState } from '@second-read/core/review/states';
import type { ReviewRow } from './reviews.repository.ts';

/** Where a report stands: which versions it has, and what they make of it. */
export interface Standing {
  readonly state: ReportState;
  /** The version that is being written, held or not; undefined where none is. */
  readonly draft: ReviewRow | undefined;
  /** What lists, exports and the archive show: the last that was signed or withdrawn, else the draft. */
  readonly inForce: ReviewRow | undefined;
  /** What the review shows: the draft while it is held, or is the first; else what is in force. */
  readonly shown: ReviewRow | undefined;
}

/** `versions`: of one report, the first first. */
export function standingOf(versions: readonly ReviewRow[], now: Date): Standing {
  const draft = versions.find(({ state }) => state === 'draft');
  const final = versions.findLast(({ state }) => state !== 'draft');
  const isHeld = draft !== undefined && isHeldAt(draft, now);
  const state = isHeld ? 'in_review' : final === undefined ? 'preliminary' : finalState(final);
  return { state, draft, inForce: final ?? draft, shown: isHeld ? draft : (final ?? draft) };
}

/** Of a version that was signed. */
export function finalState({ state, version }: ReviewRow): ReportState {
  if (state === 'withdrawn') return 'withdrawn';
  return version === 1 ? 'signed' : 'amended';
}

export function isHeldAt({ holderId, heldUntil }: ReviewRow, now: Date): boolean {
  return holderId !== null && heldUntil !== null && heldUntil > now;
}

/** `1.0` of a report that nobody has begun to review. */
export function etagOf(row: Pick<ReviewRow, 'version' | 'revision'> | undefined): string {
  return row === undefined ? '1.0' : `${row.version}.${row.revision}`;
}
