import {
  acrossPlane,
  alongPlane,
  isHeadLast,
  nearestSlice,
  type Plane,
  planeFrame,
  shiftOf,
  shiftRange,
  type Voxel,
} from './plane.ts';
import type { VolumeGeometry } from './volume-geometry.ts';

/** Values of voxels: stored values, brightness, or numbers of classes. */
export type Voxels = Uint8Array | Int16Array | Uint16Array;

export interface Volume {
  readonly geometry: VolumeGeometry;
  /** One array a slice, row by row; all of one kind. */
  readonly slices: readonly Voxels[];
}

/** The image of a plane, of the kind of its volume. */
export interface PlaneImage {
  readonly width: number;
  readonly height: number;
  readonly data: Voxels;
}

/** What a slab shows of the voxels through it: the brightest (MIP), the darkest (MinIP) or their mean. */
export type Projection = 'maximum' | 'minimum' | 'average';

export interface ReformatOptions {
  /** Thickness of the slab, mm; 0: one layer of voxels. */
  readonly slabMm?: number;
  /** `maximum` without one. */
  readonly projection?: Projection;
  /** Class numbers are taken from the nearest slice, brightness is interpolated between slices. */
  readonly isLabels?: boolean;
}

/**
 * The image of a plane through a voxel. Between slices values are interpolated along a line; where there is
 * no voxel it has the least value that its kind can have.
 */
export function reformat(volume: Volume, plane: Plane, at: Voxel, options: ReformatOptions = {}): PlaneImage {
  return plane === 'axial' ? axial(volume, at, options) : across(volume, plane, at, options);
}

/** The value where there is no voxel. */
function emptyValue(voxels: Voxels | undefined): number {
  return voxels instanceof Int16Array ? -32_768 : 0;
}

/** Of the kind of the volume, with no voxel yet. */
function emptyLike({ slices: [first] }: Volume, length: number): Voxels {
  if (first instanceof Int16Array) return new Int16Array(length).fill(emptyValue(first));
  return first instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length);
}

/** The slices that a slab through one of them takes in, from 0. */
export function slabSlices({ placesMm }: VolumeGeometry, slice: number, slabMm: number): number[] {
  const middle = placesMm[slice] ?? 0;
  return [...placesMm.keys()].filter(
    (each) => each === slice || Math.abs((placesMm[each] ?? 0) - middle) <= slabMm / 2,
  );
}

/** A line of voxels that goes into a line of pixels. */
interface VoxelLine {
  readonly data: Voxels;
  /** Of its first voxel in the data, and from one to the next. */
  readonly start: number;
  readonly step: number;
  readonly length: number;
  /** Which of its voxels each pixel shows; none where it is out of range. */
  readonly sources: Int32Array;
}

/** Beyond every value of a voxel. */
const beyond = 2 ** 30;

/** What the voxels behind each pixel come to. */
class ProjectedPixels {
  /** The brightest, the darkest, or the sum. */
  readonly #values: Int32Array;
  /** Of a sum. */
  readonly #counts: Uint16Array;
  readonly #projection: Projection;

  constructor(length: number, projection: Projection = 'maximum') {
    const isSum = projection === 'average';
    this.#values = new Int32Array(length).fill(isSum ? 0 : projection === 'maximum' ? -beyond : beyond);
    this.#counts = new Uint16Array(isSum ? length : 0);
    this.#projection = projection;
  }

  /** @param at the pixel that the line begins at */
  add(at: number, { data, start, step, length, sources }: VoxelLine): void {
    const [values, counts, projection] = [this.#values, this.#counts, this.#projection];
    for (let x = 0; x < sources.length; x += 1) {
      const source = sources[x] ?? -1;
      if (source < 0 || source >= length) continue;
      const value = data[start + source * step] ?? 0;
      const before = values[at + x] ?? 0;
      if (projection === 'average') {
        values[at + x] = before + value;
        counts[at + x] = (counts[at + x] ?? 0) + 1;
      } else if (projection === 'maximum' ? value > before : value < before) values[at + x] = value;
    }
  }

  /** @param into of empty pixels, which those without a voxel stay */
  writeTo(into: Voxels): Voxels {
    const isSum = this.#projection === 'average';
    for (let pixel = 0; pixel < into.length; pixel += 1) {
      const value = this.#values[pixel] ?? 0;
      const count = isSum ? (this.#counts[pixel] ?? 0) : 1;
      if (count > 0 && Math.abs(value) < beyond) into[pixel] = isSum ? Math.round(value / count) : value;
    }
    return into;
  }
}

function axial(volume: Volume, at: Voxel, { slabMm = 0, projection }: ReformatOptions): PlaneImage {
  const { geometry, slices } = volume;
  const frame = planeFrame(geometry, 'axial');
  const { width, height, pixelMm } = geometry;
  const count = frame.width * frame.height;
  const pixels = new ProjectedPixels(count, projection);
  const here = shiftOf(geometry, at.z);
  for (const slice of slabSlices(geometry, at.z, slabMm)) {
    const [own, data] = [shiftOf(geometry, slice), slices[slice]];
    const columns = sourcesOf(frame.width, frame.mmPerPixel / pixelMm.x, Math.round(here.x - own.x));
    const rows = sourcesOf(frame.height, frame.mmPerPixel / pixelMm.y, Math.round(here.y - own.y));
    for (const [y, row] of rows.entries()) {
      if (!data || row < 0 || row >= height) continue;
      const line = { data, start: row * width, step: 1, length: width, sources: columns };
      pixels.add(y * frame.width, line);
    }
  }
  return { width: frame.width, height: frame.height, data: pixels.writeTo(emptyLike(volume, count)) };
}

/** Which pixel of a slice each pixel of the picture shows. */
function sourcesOf(count: number, perPixel: number, shift: number): Int32Array {
  const sources = new Int32Array(count);
  // A loop, not `from` with a function: many times as fast, and each slice of a plane has its own.
  for (let at = 0; at < count; at += 1) sources[at] = Math.floor((at + 0.5) * perPixel) + shift;
  return sources;
}

function across(
  volume: Volume,
  plane: 'coronal' | 'sagittal',
  at: Voxel,
  options: ReformatOptions,
): PlaneImage {
  const { geometry } = volume;
  const frame = planeFrame(geometry, plane);
  const lines = volume.slices.map((_, slice) => lineOf(volume, { plane, at, slice }, options));
  const out = emptyLike(volume, frame.width * frame.height);
  const empty = emptyValue(out);
  const top = (geometry.slabsMm[0] ?? 0) / 2;
  for (let y = 0; y < frame.height; y += 1) {
    const down = isHeadLast(geometry) ? frame.height - y - 0.5 : y + 0.5;
    const between = slicesAt(geometry, down * frame.mmPerPixel - top);
    if (between === undefined) continue;
    const [a, b] = [lines[between.from], lines[between.to]];
    const share = options.isLabels ? Math.round(between.share) : between.share;
    for (let x = 0; x < frame.width; x += 1) {
      const [from, to] = [a?.[x] ?? empty, b?.[x] ?? empty];
      // Between a voxel and none there is nothing to interpolate.
      const isEdge = empty < 0 && (from === empty || to === empty);
      const part = isEdge ? Math.round(share) : share;
      out[y * frame.width + x] = Math.round(from * (1 - part) + to * part);
    }
  }
  return { width: frame.width, height: frame.height, data: out };
}

interface Between {
  readonly from: number;
  readonly to: number;
  /** 0 at `from`, 1 at `to`. */
  readonly share: number;
}

/** The slices before and behind a place, millimetres from the first; undefined where slices are missing. */
function slicesAt(geometry: VolumeGeometry, mm: number): Between | undefined {
  const { placesMm, slabsMm, gapsAfter } = geometry;
  const nearest = nearestSlice(geometry, mm);
  const place = placesMm[nearest] ?? 0;
  const next = mm < place ? nearest - 1 : nearest + 1;
  const isGap = gapsAfter.has(Math.min(nearest, next));
  if (isGap && Math.abs(mm - place) > (slabsMm[nearest] ?? 0) / 2) return undefined;
  const other = placesMm[next];
  if (other === undefined || isGap) return { from: nearest, to: nearest, share: 0 };
  return { from: nearest, to: next, share: (mm - place) / (other - place) };
}

/** What one slice contributes to a plane across it, as wide as the plane's picture. */
function lineOf(
  volume: Volume,
  { plane, at, slice }: { plane: 'coronal' | 'sagittal'; at: Voxel; slice: number },
  { slabMm = 0, projection }: ReformatOptions,
): Voxels {
  const { geometry, slices } = volume;
  const frame = planeFrame(geometry, plane);
  const { width, height, pixelMm } = geometry;
  const [along, fixed] = [alongPlane[plane], acrossPlane[plane]];
  const [own, here] = [shiftOf(geometry, slice), shiftOf(geometry, at.z)];
  const middle = Math.round(at[fixed] + here[fixed] - own[fixed]);
  const reach = Math.floor(slabMm / 2 / pixelMm[fixed]);
  const [length, depth] = along === 'x' ? [width, height] : [height, width];
  const [step, jump] = along === 'x' ? [1, width] : [width, 1];
  const line = new ProjectedPixels(frame.width, projection);
  const data = slices[slice];
  const shift = Math.round(own[along] - shiftRange(geometry, along).first);
  const sources = sourcesOf(frame.width, frame.mmPerPixel / pixelMm[along], -shift);
  for (let layer = Math.max(0, middle - reach); layer <= Math.min(depth - 1, middle + reach); layer += 1)
    if (data) line.add(0, { data, start: layer * jump, step, length, sources });
  return line.writeTo(emptyLike(volume, frame.width));
}
