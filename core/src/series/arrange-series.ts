import type { SliceFacts, Vector } from './slice-facts.ts';

/** One file of a series, whatever it is read from. */
export interface SliceFile {
  readonly name: string;
  readonly facts: SliceFacts;
}

export interface Series<T extends SliceFile = SliceFile> {
  /** Undefined where the files name no series. */
  readonly uid: string | undefined;
  readonly description: string | undefined;
  readonly modality: string | undefined;
  readonly slices: readonly T[];
  readonly orderedBy: 'position' | 'instance number' | 'name';
}

/** Slices whose directions differ by more are not of one stack: the cosine of about 2.5 degrees. */
const parallelFrom = 0.999;

/** Files to series, the one with the most slices first; a file that occurs twice is taken once. */
export function arrangeSeries<T extends SliceFile>(files: readonly T[]): Series<T>[] {
  const groups = new Map<string | undefined, T[]>();
  for (const file of dedupe(files)) {
    const group = groups.get(file.facts.seriesUid) ?? [];
    group.push(file);
    groups.set(file.facts.seriesUid, group);
  }
  return [...groups]
    .map(([uid, slices]) => seriesOf(uid, slices))
    .toSorted((a, b) => b.slices.length - a.slices.length);
}

function dedupe<T extends SliceFile>(files: readonly T[]): T[] {
  const seen = new Set<string>();
  return files.filter(({ facts: { instanceUid } }) => {
    if (instanceUid === undefined) return true;
    const isNew = !seen.has(instanceUid);
    seen.add(instanceUid);
    return isNew;
  });
}

function seriesOf<T extends SliceFile>(uid: string | undefined, files: readonly T[]): Series<T> {
  const { slices, orderedBy } = inOrder(files);
  const { description, modality } = files[0]?.facts ?? {};
  return { uid, description, modality, slices, orderedBy };
}

/** Along the normal of the slices; where they have no common one by instance number, else by name. */
function inOrder<T extends SliceFile>(files: readonly T[]): Pick<Series<T>, 'slices' | 'orderedBy'> {
  const places = placesAlongNormal(files);
  const byNumber = (a: T, b: T) =>
    (a.facts.instanceNumber ?? 0) - (b.facts.instanceNumber ?? 0) || byName(a, b);
  if (places) {
    const place = (file: T) => places.get(file) ?? 0;
    return {
      slices: files.toSorted((a, b) => place(a) - place(b) || byNumber(a, b)),
      orderedBy: 'position',
    };
  }
  const isNumbered = files.every(({ facts }) => facts.instanceNumber !== undefined);
  const areNumbersApart = new Set(files.map(({ facts }) => facts.instanceNumber)).size > 1;
  return isNumbered && areNumbersApart
    ? { slices: files.toSorted(byNumber), orderedBy: 'instance number' }
    : { slices: files.toSorted(byName), orderedBy: 'name' };
}

/** `2` before `10`. */
function byName(a: SliceFile, b: SliceFile): number {
  return a.name.localeCompare(b.name, 'en', { numeric: true });
}

/**
 * Millimetres along the normal (PS3.3 C.7.6.2.1.1); undefined unless all have a place, one direction, and
 * differ.
 */
export function placesAlongNormal<T extends SliceFile>(files: readonly T[]): Map<T, number> | undefined {
  const normal = normalOf(files[0]?.facts);
  if (!normal) return undefined;
  const places = new Map<T, number>();
  for (const file of files) {
    const own = normalOf(file.facts);
    const { position } = file.facts;
    if (!own || !position || dot(own, normal) < parallelFrom) return undefined;
    places.set(file, dot(position, normal));
  }
  return new Set(places.values()).size > 1 ? places : undefined;
}

function normalOf(facts: SliceFacts | undefined): Vector | undefined {
  if (!facts?.rowDirection || !facts.columnDirection) return undefined;
  const [a, b, c] = facts.rowDirection;
  const [d, e, f] = facts.columnDirection;
  const cross: Vector = [b * f - c * e, c * d - a * f, a * e - b * d];
  const length = Math.hypot(...cross);
  if (!(length > 0.5)) return undefined;
  return [cross[0] / length, cross[1] / length, cross[2] / length];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
