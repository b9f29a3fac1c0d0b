import type { Side } from '../../reading/finding.ts';
import type { ReviewFields } from '../review-module.ts';
import { isAbnormal, type Opinion, opinionTypes } from './opinion.ts';

/** What two say of one type of finding, side by side. */
interface ComparedLine {
  readonly label: string;
  readonly one: string;
  readonly other: string;
  readonly agrees: boolean;
}

interface Comparison {
  readonly lines: ComparedLine[];
  readonly agrees: boolean;
}

/** Category and, per type, presence and side; a side that one does not state contradicts nothing. */
export function compareOpinions(one: Opinion, other: Opinion, fields: ReviewFields): Comparison {
  const lines = [
    ...categoryLine(one, other, fields),
    ...opinionTypes(fields).flatMap(({ type, label }) => {
      const [a, b] = [sidesOf(one, type), sidesOf(other, type)];
      if (a.length + b.length === 0) return [];
      return [{ label, one: words(a), other: words(b), agrees: isSame(a, b) }];
    }),
  ];
  const isSameResult = isAbnormal(one) === isAbnormal(other);
  return { lines, agrees: isSameResult && lines.every(({ agrees }) => agrees) };
}

function categoryLine(one: Opinion, other: Opinion, { categories }: ReviewFields): ComparedLine[] {
  if (categories.length === 0) return [];
  const labelOf = ({ category }: Opinion) =>
    categories.find(({ value }) => value === category)?.label ?? 'None given';
  const agrees = one.category === other.category;
  return [{ label: 'Category', one: labelOf(one), other: labelOf(other), agrees }];
}

type Sides = readonly (Side | null)[];

function sidesOf({ findings }: Opinion, type: string): Sides {
  return findings.filter((each) => each.type === type).map(({ side }) => side);
}

/** "2: left, right"; "Present" where no side is stated. */
function words(sides: Sides): string {
  if (sides.length === 0) return 'None';
  const stated = [...new Set(sides.filter((side) => side !== null))].toSorted();
  const count = sides.length > 1 ? `${sides.length}` : '';
  const where = stated.map((side) => (side === 'both' ? 'both sides' : side)).join(', ');
  return [count, where].filter(Boolean).join(': ') || 'Present';
}

function isSame(a: Sides, b: Sides): boolean {
  if (a.length === 0 || b.length === 0) return a.length === b.length;
  const [one, other] = [covered(a), covered(b)];
  return one.length === 0 || other.length === 0 || one.join() === other.join();
}

/** Empty where a side is not stated: nothing can be compared then. */
function covered(sides: Sides): string[] {
  if (sides.includes(null)) return [];
  const has = (side: Side) => sides.includes(side) || sides.includes('both');
  return (['left', 'right'] as const).filter(has);
}
