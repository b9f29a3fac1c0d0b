import type { ReadingBase } from './reading.ts';

/**
 * The sentences that a reading keeps: those of a reply of another server, and of a report stored or signed in
 * earlier words. Undefined where they follow from the findings.
 */
export function keptTexts({ origin, reviewed, texts }: ReadingBase): ReadingBase['texts'] | undefined {
  const isTold = origin === 'wire' && reviewed !== true;
  return isTold || texts.conclusion !== null || texts.comments.length > 0 ? texts : undefined;
}

/** The sentences of a reading: those that it keeps, else as its module makes them of the findings. */
export function textsBy<R extends ReadingBase>(
  conclusionOf: (reading: R) => string,
  commentsOf: (reading: R) => string[],
): (reading: R) => ReadingBase['texts'] {
  return (reading) => {
    const kept = keptTexts(reading);
    return {
      conclusion: kept?.conclusion ?? conclusionOf(reading),
      comments: kept?.comments ?? commentsOf(reading),
    };
  };
}

/** Of a reading whose findings were changed: its former sentences no longer hold. */
export const withoutSentences = { texts: { conclusion: null, comments: [] as string[] } };
