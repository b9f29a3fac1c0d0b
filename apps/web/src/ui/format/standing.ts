import type { ReviewMark, ReviewReply } from '@second-read/contract/reviews';
import { type ReportState, stateWords } from '@second-read/core/review/states';
import { formatDate } from './format-date.ts';
import { visibleText } from './visible-text.ts';

/** What a report is now, and who made it so. */
export interface Standing {
  readonly state: ReportState;
  /** Who holds, signed or withdrew it. */
  readonly by?: string | undefined;
  /** ISO 8601. */
  readonly at?: string | undefined;
  /** The version that was withdrawn was signed by somebody: named so that both can be asked. */
  readonly signer?: string | undefined;
}

/** Of a report as lists and replies mark it; one that nobody began to review has no mark. */
export function standingOfMark(mark: ReviewMark | undefined): Standing {
  const { state = 'preliminary', signed_by: by, signed_at: at } = mark ?? {};
  if (state === 'preliminary' || state === 'in_review') return { state };
  return state === 'withdrawn' ? { state, signer: by } : { state, by, at };
}

/** Of a report whose review is at hand: the version being written, or the one in force. */
export function standingOfReview(review: ReviewReply): Standing {
  const { state, held_by, mine, signed_by, signed_at, withdrawn_by, withdrawn_at } = review;
  const signer = nameOf(signed_by);
  if (state === 'in_review') return { state, by: mine ? 'you' : nameOf(held_by) };
  if (state === 'withdrawn') return { state, by: nameOf(withdrawn_by), at: withdrawn_at, signer };
  return state === 'preliminary' ? { state } : { state, by: signer, at: signed_at };
}

/** "Signed by Ada Reader, Mar 1, 2026, 11:00 AM". */
export function standingWords({ state, by, at, signer }: Standing): string {
  const who = by === undefined ? '' : ` by ${visibleText(by)}`;
  const when = at === undefined ? '' : `, ${formatDate(at)}`;
  const signed = signer === undefined ? '' : ` (signed by ${visibleText(signer)})`;
  return `${stateWords[state]}${who}${when}${signed}`;
}

function nameOf(person: { full_name: string; username: string } | null | undefined): string | undefined {
  return person?.full_name || person?.username || undefined;
}
