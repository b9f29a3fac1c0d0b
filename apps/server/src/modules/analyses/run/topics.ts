export const analysesQueue = 'analyses';

/** Told when an analysis ends, to whoever waits for it and to the run that should stop. */
export function topicOf(analysisId: string): string {
  return `analysis:${analysisId}`;
}
