import { measured } from '@second-read/core/reading/measurement';
import type { CervixReading, SwedeScore } from '../reading/schema.ts';

const unscored: SwedeScore = { acetowhiteness: null, margin: null, vessels: null, size: null, iodine: null };

/** Millimeters up to which a lesion gets no point, and one point, for its size (Bowring et al., 2010). */
const sizesMm = { small: 5, medium: 15 } as const;

/**
 * The Swede score as it follows from a reviewed lesion: acetowhiteness by its whiteness, size by its diameter
 * or quadrants; the margin stays as measured while the lesion is the machine's. Without a lesion nothing is
 * scored.
 */
export function swedeOf({ findings, swede }: CervixReading): SwedeScore | null {
  const lesion = findings.find(({ type, state }) => type === 'lesion' && state === 'found');
  if (lesion === undefined) return swede === null ? null : unscored;
  const { descriptors, measurements, region } = lesion;
  const whiteness = descriptors !== null && 'whiteness' in descriptors ? descriptors.whiteness : null;
  const isOutlined = region !== null && region.labelClass !== null;
  const across = measured(measurements, 'longest_diameter', 'mm');
  const quadrants = measured(measurements, 'quadrants');
  return {
    ...(swede ?? unscored),
    acetowhiteness: whiteness === null ? null : whiteness === 'dense' ? 2 : 1,
    margin: isOutlined ? (swede?.margin ?? null) : null,
    size: isReadByReader(measurements) ? sizePoints(across, quadrants) : (swede?.size ?? null),
  };
}

function isReadByReader(all: CervixReading['findings'][number]['measurements']): boolean {
  return all.some(({ method }) => method === 'reader');
}

function sizePoints(across: number | null, quadrants: number | null): 0 | 1 | 2 | null {
  if (across === null && quadrants === null) return null;
  if ((quadrants ?? 0) >= 3 || (across ?? 0) > sizesMm.medium) return 2;
  return quadrants === 2 || (across ?? 0) >= sizesMm.small ? 1 : 0;
}
