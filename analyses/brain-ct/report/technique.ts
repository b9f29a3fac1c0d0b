import { sideWords } from '@second-read/core/reading/file-facts';
import type { BrainReading } from '../reading/schema.ts';

/** How the slice was read: one sentence, none where a reply does not say. */
export function techniqueSentences({
  density,
  spacingKnown,
  file,
}: Pick<BrainReading['input'], 'density' | 'spacingKnown' | 'file'>): string[] {
  if (density === null) return [];
  const densities = density === 'measured' ? 'densities in HU of the file' : 'densities estimated';
  const spacing = spacingKnown === false ? ', no pixel spacing' : '';
  return [`Technique: one slice, ${densities}${spacing}, ${sideWords(file)}.`];
}
