import type { StoredExamFinding } from '../stored-exam.ts';

/** "12.4 ml", "0.42 ml"; nothing where it is not known. */
export function volumeWords({ volumeMl }: Pick<StoredExamFinding, 'volumeMl'>): string[] {
  return volumeMl === null ? [] : [`${volumeMl.toFixed(volumeMl < 1 ? 2 : 1)} ml`];
}

/** Words for a side: "in the left lung", "in both lungs", "side not determined". */
export function sideIn(side: StoredExamFinding['side'], organ: string, organs = `${organ}s`): string {
  if (side === null) return 'side not determined';
  return side === 'both' ? `in both ${organs}` : `in the ${side} ${organ}`;
}
