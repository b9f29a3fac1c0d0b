import { type Facts, textOf } from '@second-read/core/exam/facts';
import type { StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { listed } from '@second-read/core/report/sentences';
import type { Place } from '../reading/schema.ts';

type Placed = Partial<Place> & { readonly view: string };

/** What a mark's facts say of its place. */
export function placeIn(facts: Facts): Partial<Place> {
  const { level, depth } = facts ?? {};
  return { level, depth } as Partial<Place>;
}

/** Of a finding: "CC lateral+MLO upper" and "middle+posterior"; nothing where no place is known. */
export function placeFacts(places: readonly Placed[]): StoredExamFinding['facts'] {
  const levels = places.flatMap(({ view, level }) => (level ? [`${view} ${level}`] : []));
  const depths = places.flatMap(({ depth }) => depth ?? []);
  if (levels.length === 0) return {};
  return { levels: [...new Set(levels)].join('+'), depths: [...new Set(depths)].join('+') };
}

const across: Readonly<Record<string, string>> = { lateral: 'outer', medial: 'inner' };
const depthWords: Readonly<Record<string, string>> = { over_muscle: 'over the pectoral muscle' };

/** "upper outer quadrant, middle depth" of two views, "outer half, middle depth" of a CC alone. */
export function placeWords({ facts }: Pick<StoredExamFinding, 'facts'>): string[] {
  const levels = textOf(facts, 'levels')?.split('+') ?? [];
  if (levels.length === 0) return [];
  const [cc, mlo] = ['CC ', 'MLO '].map((view) =>
    levels.find((level) => level.startsWith(view))?.slice(view.length),
  );
  const halves = [mlo, cc && (across[cc] ?? cc)].filter((half) => half !== undefined);
  const named = halves.filter((half) => half !== 'central');
  const isQuadrant = named.length === 2;
  const level =
    named.length === 0
      ? 'central'
      : isQuadrant || halves.length === 1
        ? `${named.join(' ')} ${isQuadrant ? 'quadrant' : 'half'}`
        : `${named.join(' ')} central`;
  const depths = textOf(facts, 'depths')?.split('+') ?? [];
  const plain = depths.filter((depth) => depthWords[depth] === undefined);
  return [
    level,
    ...(plain.length > 0 ? [`${listed(plain)} depth`] : []),
    ...depths.flatMap((depth) => depthWords[depth] ?? []),
  ];
}
