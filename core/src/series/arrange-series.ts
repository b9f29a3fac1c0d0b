import { cross, dot, headwards, type Vector } from '../decode/directions.ts';
import type { SliceFacts } from './slice-facts.ts';

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

/**
 * The files that have a place among the others, in one direction; all where fewer than half have one, or all
 * lie at one place.
 */
export function placedFiles<T extends SliceFile>(files: readonly T[]): readonly T[] {
  const located = files.filter(({ facts }) => facts.position !== undefined && normalOf(facts) !== undefined);
  const middle = normalOf(located[located.length >> 1]?.facts);
  const placed = located.filter(({ facts }) => {
    const normal = normalOf(facts);
    return normal && middle && dot(normal, middle) >= parallelFrom;
  });
  return 2 * placed.length > files.length && placesAlongNormal(placed) !== undefined ? placed : files;
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
 * Millimetres along the normal (PS3.3 C.7.6.2.1.1), of axial slices towards the head, however their rows and
 * columns run; undefined unless all have a place, one direction, and
 * differ.
 */
export function placesAlongNormal<T extends SliceFile>(files: readonly T[]): Map<T, number> | undefined {
  const normal = normalOf(files[0]?.facts);
  if (!normal) return undefined;
  const along = headwards(normal);
  const places = new Map<T, number>();
  for (const file of files) {
    const own = normalOf(file.facts);
    const { position } = file.facts;
    if (!own || !position || dot(own, normal) < parallelFrom) return undefined;
    places.set(file, dot(position, along));
  }
  return new Set(places.values()).size > 1 ? places : undefined;
}

function normalOf(facts: SliceFacts | undefined): Vector | undefined {
  if (!facts?.rowDirection || !facts.columnDirection) return undefined;
  const normal = cross(facts.rowDirection, facts.columnDirection);
  const length = Math.hypot(...normal);
  if (!(length > 0.5)) return undefined;
  return [normal[0] / length, normal[1] / length, normal[2] / length];
}
