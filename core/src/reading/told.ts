import type { ReadingBase } from './reading.ts';

/**
 * Whether the sentences of a reading are those that a reply told, and stand as they are; an engine's own, and
 * those of a reading whose findings a reader changed, follow from the findings.
 */
export function isToldOf({ origin, reviewed, texts }: ReadingBase): boolean {
  return origin === 'wire' && (reviewed !== true || texts.comments.length > 0);
}

/** Of a reading whose findings were changed: its former sentences no longer hold. */
export const withoutSentences = { texts: { conclusion: null, comments: [] as string[] } };
