import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import type { Candidate } from '@second-read/core/reading/candidate';
import type { Regions } from '../segment/segment.ts';

const maxCandidates = 20;

/** Each part of the lesion map, largest first, in input pixels; `scale` is input pixels per working pixel. */
export function candidatesOf(regions: Regions, presence: number, scale: number): Candidate[] {
  return [...connectedComponents(regions.lesion).components]
    .sort((a, b) => b.area - a.area)
    .slice(0, maxCandidates)
    .map(({ box }) => ({
      type: 'lesion',
      x: box.x * scale,
      y: box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
      score: presence,
    }));
}
