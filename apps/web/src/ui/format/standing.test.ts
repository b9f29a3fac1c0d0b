import type { ReviewReply } from '@second-read/contract/reviews';
import { describe, expect, it } from 'vitest';
import { formatDate } from './format-date.ts';
import { standingOfMark, standingOfReview, standingWords } from './standing.ts';

const at = '2026-03-01T10:00:00Z';
const ada = { full_name: 'Ada Reader', username: 'ada' };
const base = { held_by: null, mine: false } as unknown as ReviewReply;
const wordsOf = (review: Partial<ReviewReply>) => standingWords(standingOfReview({ ...base, ...review }));

describe('what a report is and who stands behind it', () => {
  it('is preliminary while nobody began to review it', () => {
    expect(standingWords(standingOfMark(undefined))).toBe('Preliminary');
    expect(wordsOf({ state: 'preliminary' })).toBe('Preliminary');
  });

  it('names who signed or amended, and when', () => {
    const mark = { state: 'signed', version: 1, signed_by: 'Ada Reader', signed_at: at } as const;
    expect(standingWords(standingOfMark(mark))).toBe(`Signed by Ada Reader, ${formatDate(at)}`);
    expect(wordsOf({ state: 'amended', signed_by: ada, signed_at: at })).toBe(
      `Amended by Ada Reader, ${formatDate(at)}`,
    );
  });

  it('names who holds it, not who signed the version before', () => {
    const held = { ...ada, full_name: '', until: at };
    expect(wordsOf({ state: 'in_review', held_by: held, signed_by: ada })).toBe('In review by ada');
    expect(wordsOf({ state: 'in_review', held_by: held, mine: true })).toBe('In review by you');
    expect(wordsOf({ state: 'in_review' })).toBe('In review');
  });

  it('never says that the signer withdrew it', () => {
    const mark = { state: 'withdrawn', version: 1, signed_by: 'Ada Reader', signed_at: at } as const;
    expect(standingWords(standingOfMark(mark))).toBe('Withdrawn (signed by Ada Reader)');
    const withdrawn_by = { full_name: 'Ben Head', username: 'ben' };
    expect(wordsOf({ state: 'withdrawn', signed_by: ada, withdrawn_by, withdrawn_at: at })).toBe(
      `Withdrawn by Ben Head, ${formatDate(at)} (signed by Ada Reader)`,
    );
  });
});
