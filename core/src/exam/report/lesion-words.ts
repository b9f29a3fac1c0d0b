import type { StoredExamFinding } from '../stored-exam.ts';

/** "12.4 ml", "0.42 ml"; nothing where it is not known. */
export function volumeWords({ volumeMl }: Pick<StoredExamFinding, 'volumeMl'>): string[] {
  return volumeMl === null ? [] : [`${volumeMl.toFixed(volumeMl < 1 ? 2 : 1)} ml`];
}
