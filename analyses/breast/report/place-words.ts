import type { Place } from '../reading/schema.ts';

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
