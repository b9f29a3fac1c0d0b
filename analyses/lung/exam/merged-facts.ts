import { numberOf, textOf } from '@second-read/core/exam/facts';
import type { StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { mostOf } from '@second-read/core/review/exam/merged-exam-finding';
import { byImportance } from './lesion-rank.ts';

/**
 * Of nodules that are one: place and texture of the most important. One with parts of several textures is
 * part-solid, and as wide as its widest solid part: no row of Lung-RADS is lower than that of a part. Texture
 * and solid part are unknown where those of a part are.
 */
export function mergedFacts(parts: readonly StoredExamFinding[]): StoredExamFinding['facts'] {
  const [lead] = parts.toSorted(byImportance);
  const textures = new Set(parts.map(({ facts }) => textOf(facts, 'density')));
  const [texture = null] = textures;
  const density = textures.has(null) ? null : textures.size > 1 ? 'part-solid' : texture;
  const solidMm = mostOf(
    parts.map(({ facts, diameterMm }) => {
      const own = textOf(facts, 'density');
      return own === 'solid' ? diameterMm : own === 'ground-glass' ? 0 : numberOf(facts, 'solidMm');
    }),
  );
  const pleura = parts.flatMap(({ facts }) => numberOf(facts, 'pleuraMm') ?? []);
  return {
    ...lead?.facts,
    density,
    ...((density === 'part-solid' || numberOf(lead?.facts, 'solidMm') !== null) && { solidMm }),
    ...(pleura.length > 0 && { pleuraMm: Math.min(...pleura) }),
  };
}
