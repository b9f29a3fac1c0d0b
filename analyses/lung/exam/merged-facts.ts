import { numberOf, textOf } from '@second-read/core/exam/facts';
import type { StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { byImportance } from './lesion-rank.ts';

/**
 * Of nodules that are one: place and texture of the most important. One with parts of several textures is
 * part-solid, and as wide as its widest solid part: no row of Lung-RADS is lower than that of a part.
 */
export function mergedFacts(parts: readonly StoredExamFinding[]): StoredExamFinding['facts'] {
  const [lead = parts[0], ...others] = parts.toSorted(byImportance);
  const textures = new Set(parts.flatMap(({ facts }) => textOf(facts, 'density') ?? []));
  const isMixed = textures.size > 1;
  const density = isMixed
    ? 'part-solid'
    : (textOf(lead?.facts, 'density') ?? textOf(others[0]?.facts, 'density'));
  const solid = parts.flatMap(({ facts, diameterMm }) =>
    textOf(facts, 'density') === 'solid' ? (diameterMm ?? []) : (numberOf(facts, 'solidMm') ?? []),
  );
  const pleura = parts.flatMap(({ facts }) => numberOf(facts, 'pleuraMm') ?? []);
  return {
    ...lead?.facts,
    density,
    ...(density === 'part-solid' && { solidMm: solid.length > 0 ? Math.max(...solid) : null }),
    ...(pleura.length > 0 && { pleuraMm: Math.min(...pleura) }),
  };
}
