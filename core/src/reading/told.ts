import type { ReadingBase } from './reading.ts';

/**
 * The sentences that a reading keeps: those of a reply of another server, and of a report stored or signed in
 * earlier words. Undefined where they follow from the findings.
 */
export function keptTexts({ origin, reviewed, texts }: ReadingBase): ReadingBase['texts'] | undefined {
  const isTold = origin === 'wire' && reviewed !== true;
  return isTold || texts.conclusion !== null || texts.comments.length > 0 ? texts : undefined;
}

/** Of a reading whose findings were changed: its former sentences no longer hold. */
export const withoutSentences = { texts: { conclusion: null, comments: [] as string[] } };
