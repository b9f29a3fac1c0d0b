import { cross, dot, headwards, type Vector } from '../decode/directions.ts';
import { slabsOf } from '../exam/stack/slabs.ts';
import type { SliceFacts } from '../series/slice-facts.ts';

/** One slice of a stack as its file places it; in the order of the stack. */
export interface VolumeSlice {
  readonly width: number;
  readonly height: number;
  /** Null where the file does not say. */
  readonly pixelMm: { readonly x: number; readonly y: number } | null;
  readonly place: Required<Pick<SliceFacts, 'position' | 'rowDirection' | 'columnDirection'>> | null;
  readonly thicknessMm: number | null;
}

/** Where the voxels of a stack lie. Rows run along x, columns along y, slices along z. */
export interface VolumeGeometry {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly pixelMm: { readonly x: number; readonly y: number };
  /** Of the middle of each slice, from that of the first; rises. */
  readonly placesMm: readonly number[];
  /** How much of the body each slice represents along z. */
  readonly slabsMm: readonly number[];
  /** Behind these slices, from 0, others are missing. */
  readonly gapsAfter: ReadonlySet<number>;
  /** How far a slice is shifted against the first along its rows and columns, pixels: a tilted gantry. */
  readonly shiftsPx: readonly { readonly x: number; readonly y: number }[];
  /** Directions in the patient: to the left, to the back, to the head. */
  readonly axes: { readonly x: Vector; readonly y: Vector; readonly z: Vector };
}

/** Why slices make no volume, as a sentence for people. */
export type NoVolume = 'no_geometry' | 'different_sizes' | 'too_few';

export const noVolumeWords: Readonly<Record<NoVolume, string>> = {
  no_geometry: 'the files do not say where their slices lie in the patient',
  different_sizes: 'the slices differ in size, direction or spacing',
  too_few: 'they need at least four slices',
};

/** Fewer show no plane across them. */
const minSlices = 4;
/** Sizes of pixels written by different slices of one series agree to the last digits. */
const samePixel = 1e-3;

type Geometry = { readonly ok: true; readonly geometry: VolumeGeometry };

/** The volume that a stack of slices makes, if its files place it. */
export function volumeGeometry(
  slices: readonly VolumeSlice[],
): Geometry | { readonly ok: false; readonly reason: NoVolume } {
  if (slices.length < minSlices) return { ok: false, reason: 'too_few' };
  const placed = slices.flatMap(({ place, pixelMm, ...slice }) =>
    place && pixelMm ? [{ ...slice, ...place, pixelMm }] : [],
  );
  const [first] = placed;
  if (!first || placed.length < slices.length) return { ok: false, reason: 'no_geometry' };
  const { width, height, pixelMm } = first;
  const isAlike = placed.every(
    (slice) =>
      slice.width === width &&
      slice.height === height &&
      Math.abs(slice.pixelMm.x / pixelMm.x - 1) < samePixel &&
      Math.abs(slice.pixelMm.y / pixelMm.y - 1) < samePixel,
  );
  const slabs = slabsOf({
    slices: placed.map((slice, index) => ({ name: String(index), facts: factsOf(slice) })),
  });
  // Slices that lean against each other have no places, those that repeat others are left out.
  const areInLine = slabs.spacingMm !== null && slabs.slices.length === placed.length;
  if (!isAlike || !areInLine) return { ok: false, reason: 'different_sizes' };
  const base = slabs.slices[0]?.placeMm ?? 0;
  const { rowDirection: x, columnDirection: y } = first;
  return {
    ok: true,
    geometry: {
      ...{ width, height, depth: placed.length, pixelMm },
      placesMm: slabs.slices.map(({ placeMm }) => (placeMm ?? base) - base),
      slabsMm: slabs.slices.map(({ slabMm }) => slabMm ?? 0),
      gapsAfter: new Set(slabs.gaps.map(({ after }) => after)),
      shiftsPx: placed.map(({ position }) => {
        const from = minus(position, first.position);
        return { x: dot(from, x) / pixelMm.x, y: dot(from, y) / pixelMm.y };
      }),
      axes: { x, y, z: headwards(cross(x, y)) },
    },
  };
}

type Placed = Omit<VolumeSlice, 'place'> & NonNullable<VolumeSlice['place']>;

function factsOf({
  width,
  height,
  position,
  rowDirection,
  columnDirection,
  thicknessMm,
}: Placed): SliceFacts {
  return {
    ...{ rows: height, columns: width, bitsStored: 8, frames: 1, position, rowDirection, columnDirection },
    ...(thicknessMm !== null && { thicknessMm }),
  };
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
