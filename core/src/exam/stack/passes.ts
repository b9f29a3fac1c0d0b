import { z } from 'zod';
import { placesAlongNormal, type SliceFile } from '../../series/arrange-series.ts';
import type { SliceFacts } from '../../series/slice-facts.ts';
import { sharpnessOf } from './kernel.ts';
import { partBelow, type Reconstruction } from './reconstruction.ts';
import { sameWithinMm } from './slabs.ts';

/** The slices of one pass through the body, and those of others at the same positions. */
export interface OnePass<T> {
  readonly read: readonly T[];
  readonly others: readonly T[];
  /** Undefined where there was none. */
  readonly choice: PassChoice | undefined;
}

const passMarks = ['temporal position', 'acquisition', 'slice thickness', 'pass'] as const;

/** Which of several passes at the same positions is read. */
export const passChoice = z.strictObject({
  by: z.enum(passMarks),
  /** Null where the files of the pass do not say. */
  value: z.number().nullable(),
  /** More slices than any other; else the first of equals. */
  isLongest: z.boolean(),
  /** Its kernel is not a sharp one, as those of others are, where a soft reconstruction is to be read. */
  isSofter: z.boolean().optional(),
  read: z.int(),
  others: z.int(),
});
export type PassChoice = z.infer<typeof passChoice>;

export function passWords({ by, value, isLongest, isSofter, read, others }: PassChoice): string {
  const name = value === null ? `without ${by}` : `${by} ${value}`;
  const why = isSofter ? 'one without a sharp kernel' : isLongest ? 'one with the most slices' : 'first';
  return `Several passes, phases or reconstructions in one series, the ${why} is read: ${name}, ${read} slices. Not read: ${others} slices at the same positions.`;
}

type Mark = readonly [by: PassChoice['by'], of: (facts: SliceFacts) => number | undefined];
/**
 * What distinguishes passes, phases and reconstructions of one series; the first that does so counts. All
 * of it stays in a file without identity, so that every way to read an exam makes the same choice.
 */
const marks: readonly Mark[] = [
  ['temporal position', ({ temporalPosition }) => temporalPosition],
  ['acquisition', ({ acquisition }) => acquisition],
  ['slice thickness', ({ thicknessMm }) => thicknessMm],
];

/**
 * Splits slices of which several are at one position: by the first mark that leaves none together, else by
 * the time of their acquisition, or their numbers, there. Where a soft reconstruction is to be read, those of
 * a sharp kernel are the last; then the pass of the most slices is read, of equals the first. `slices` are in
 * the order of the body, those of one place by their numbers.
 */
export function onePass<T extends SliceFile>(slices: readonly T[], prefers: Reconstruction): OnePass<T> {
  const whole = { read: slices, others: [], choice: undefined };
  if (!hasRepeats(slices)) return whole;
  for (const [by, of] of marks) {
    const groups = grouped(slices, ({ facts }) => of(facts));
    if (groups.size < 2 || [...groups.values()].some(hasRepeats)) continue;
    return chosen(groups, by, prefers);
  }
  const turns = turnsAt(slices);
  return chosen(
    grouped(slices, (slice) => turns.get(slice)),
    'pass',
    prefers,
  );
}

function chosen<T extends SliceFile>(
  groups: Groups<T>,
  by: PassChoice['by'],
  prefers: Reconstruction,
): OnePass<T> {
  const longest = Math.max(...[...groups.values()].map(({ length }) => length));
  const isLast = (slices: readonly T[]) =>
    prefers === 'soft' && (isSharp(slices) || slices.length < partBelow * longest);
  const [[key, read] = [undefined, []], ...rest] = [...groups].toSorted(
    ([a, one], [b, other]) =>
      Number(isLast(one)) - Number(isLast(other)) || other.length - one.length || (a ?? 0) - (b ?? 0),
  );
  const others = rest.flatMap(([, slices]) => slices);
  // Single files at the place of another are no pass.
  if (!rest.some(([, slices]) => slices.length > 1)) return { read, others, choice: undefined };
  const isLongest = rest.every(([, { length }]) => length < read.length);
  const isSofter = prefers === 'soft' && !isSharp(read) && rest.some(([, slices]) => isSharp(slices));
  const counts = { read: read.length, others: others.length };
  return {
    read,
    others,
    choice: { by, value: key ?? null, isLongest, ...(isSofter && { isSofter }), ...counts },
  };
}

const isSharp = ([first]: readonly SliceFile[]) =>
  first !== undefined && sharpnessOf(first.facts) === 'sharp';

type Groups<T> = ReadonlyMap<number | undefined, readonly T[]>;

function grouped<T>(slices: readonly T[], key: (slice: T) => number | undefined): Groups<T> {
  const groups = new Map<number | undefined, T[]>();
  for (const slice of slices) groups.set(key(slice), [...(groups.get(key(slice)) ?? []), slice]);
  return groups;
}

function hasRepeats(slices: readonly SliceFile[]): boolean {
  return [...turnsAt(slices).values()].some((turn) => turn > 1);
}

/**
 * Of each slice how many there are at its position up to it: by the time of their acquisition, else in the
 * order of their numbers.
 */
function turnsAt<T extends SliceFile>(slices: readonly T[]): Map<T, number> {
  const places = placesAlongNormal(slices);
  const turns = new Map<T, number>();
  if (places === undefined) return turns;
  const sorted = slices.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  const stations: T[][] = [];
  let since = Number.NEGATIVE_INFINITY;
  for (const slice of sorted) {
    const at = places.get(slice) ?? 0;
    if (at - since < sameWithinMm) stations.at(-1)?.push(slice);
    else [since] = [at, stations.push([slice])];
  }
  for (const station of stations) byTime(station).forEach((slice, index) => void turns.set(slice, index + 1));
  return turns;
}

function byTime<T extends SliceFile>(slices: readonly T[]): readonly T[] {
  const timeOf = ({ facts }: T) => facts.acquiredAfter ?? Number.NaN;
  if (slices.some((slice) => Number.isNaN(timeOf(slice)))) return slices;
  return slices.toSorted((a, b) => timeOf(a) - timeOf(b));
}
