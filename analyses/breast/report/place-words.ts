import { depths, levels, type Place } from '../reading/schema.ts';

const depthWords: Readonly<Record<Place['depth'], string>> = {
  posterior: 'posterior depth',
  middle: 'middle depth',
  anterior: 'anterior depth',
  over_muscle: 'over the pectoral muscle (a lymph node is possible)',
};

/** "central, middle depth". */
export function placeWords({ level, depth }: Place): string {
  return `${level}, ${depthWords[depth]}`;
}

/** Reads those words back; null for any others. */
export function placeOfWords(words: string | null): Place | null {
  for (const level of levels) {
    for (const depth of depths) {
      const place = { level, depth };
      if (placeWords(place) === words) return place;
    }
  }
  return null;
}
