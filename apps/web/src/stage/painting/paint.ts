import type { DisplayWindow, GreySamples, Picture } from '../source/picture.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of whole pixels. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** A part of an image, or of a smaller copy of it, with the same kind of samples. */
export interface Level extends Size {
  readonly kind: Picture['kind'];
  readonly samples: GreySamples;
}

/** Samples a side that a pixel of a smaller copy is the mean of: smooth, and quick where little is left. */
const mostSamples = 3;

/** The size of an image at one `factor`-th of it. */
export function sizeAt({ width, height }: Size, factor: number): Size {
  const least = (side: number) => Math.max(1, Math.round(side / Math.max(1, factor)));
  return { width: least(width), height: least(height) };
}

/** So many rows are read between two looks at the clock. */
const rowsAtOnce = 16;

/**
 * Reads the part of an image at one `factor`-th of its size, in pixels of that size, some rows at a time;
 * each pixel the mean of up to 3 × 3 samples of what it covers.
 */
export function* reducing(picture: Picture, factor: number, part: Rect): Generator<undefined, Level> {
  const { kind, samples: from } = picture;
  if (factor <= 1 && part.width === picture.width && part.height === picture.height) return picture;
  const { width, height } = sizeAt(picture, factor);
  const channels = kind === 'colour' ? 3 : 1;
  const columns = sampled(picture.width, width, part.x, part.width);
  const rows = sampled(picture.height, height, part.y, part.height);
  const places = channelPlaces(columns, channels);
  const sums = new Int32Array(part.width * channels);
  const samples = emptyLike(from, sums.length * part.height);
  const share = 1 / (columns.each * rows.each);
  for (let y = 0; y < part.height; y += 1) {
    sums.fill(0);
    for (let row = y * rows.each; row < (y + 1) * rows.each; row += 1)
      addRow(sums, from, (rows.places[row] ?? 0) * picture.width * channels, places, columns.each);
    const into = y * sums.length;
    for (let at = 0; at < sums.length; at += 1) samples[into + at] = Math.round((sums[at] ?? 0) * share);
    if (y % rowsAtOnce === rowsAtOnce - 1) yield;
  }
  return { kind, width: part.width, height: part.height, samples };
}

/** What `reducing` reads, at once. */
export function reduced(picture: Picture, factor: number, part: Rect): Level {
  const rows = reducing(picture, factor, part);
  for (;;) {
    const read = rows.next();
    if (read.done) return read.value;
  }
}

function addRow(sums: Int32Array, from: GreySamples, start: number, places: Int32Array, each: number): void {
  for (let at = 0, place = 0; at < sums.length; at += 1) {
    let sum = 0;
    for (const end = place + each; place < end; place += 1) sum += from[start + (places[place] ?? 0)] ?? 0;
    sums[at] = (sums[at] ?? 0) + sum;
  }
}

function emptyLike(samples: GreySamples, length: number): GreySamples {
  if (samples instanceof Int16Array) return new Int16Array(length);
  return samples instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length);
}

interface Sampled {
  readonly each: number;
  readonly places: Int32Array;
}

/** Per pixel of a part of one side, `each` places along the whole side. */
function sampled(from: number, to: number, start: number, length: number): Sampled {
  const each = Math.min(mostSamples, Math.max(1, Math.floor(from / to)));
  const places = Int32Array.from({ length: length * each }, (_, at) =>
    Math.floor(((start * each + at + 0.5) * from) / (to * each)),
  );
  return { each, places };
}

/** Of interleaved samples: the places of each pixel's channels, one after the other. */
function channelPlaces({ each, places }: Sampled, channels: number): Int32Array {
  if (channels === 1) return places;
  const length = places.length * channels;
  return Int32Array.from({ length }, (_, at) => {
    const [pixel, channel] = [Math.floor(at / (each * channels)), Math.floor(at / each) % channels];
    return (places[pixel * each + (at % each)] ?? 0) * channels + channel;
  });
}

export interface Shades {
  /** Of color images the samples are shown as they are. */
  readonly window: DisplayWindow | null;
  readonly isInverted: boolean;
}

/** The pixels of an image, or of a part of it, as they are shown: red, green, blue, opaque. */
export function shade(
  { kind, width, height, samples }: Level,
  shades: Shades,
  into = new Uint8ClampedArray(4 * width * height),
): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint32Array(into.buffer);
  if (kind === 'colour') shadeColor(rgba, samples, shades.isInverted ? 0xffffff : 0);
  else shadeGray(rgba, samples, shades);
  return into;
}

const opaque = 0xff000000;

function shadeColor(rgba: Uint32Array, samples: GreySamples, flip: number): void {
  for (let into = 0, at = 0; into < rgba.length; into += 1, at += 3) {
    const color = (samples[at] ?? 0) | ((samples[at + 1] ?? 0) << 8) | ((samples[at + 2] ?? 0) << 16);
    rgba[into] = ((color ^ flip) | opaque) >>> 0;
  }
}

function shadeGray(rgba: Uint32Array, samples: GreySamples, shades: Shades): void {
  const { table, least } = tableOf(samples, shades);
  for (let at = 0; at < rgba.length; at += 1) rgba[at] = table[(samples[at] ?? 0) - least] ?? opaque;
}

/** What each value that the samples can have is shown as, linear between the ends of the window. */
function tableOf(samples: GreySamples, { window, isInverted }: Shades) {
  const least = samples instanceof Int16Array ? -32_768 : 0;
  const table = new Uint32Array(samples instanceof Uint8Array ? 256 : 65_536);
  const { centre, width } = window ?? { centre: 127.5, width: 255 };
  const low = centre - width / 2;
  const scale = 255 / Math.max(width, 1e-12);
  const shown = new Uint8ClampedArray(1);
  for (let at = 0; at < table.length; at += 1) {
    shown[0] = (at + least - low) * scale;
    const value = isInverted ? 255 - shown[0] : shown[0];
    table[at] = (value * 0x010101 + opaque) >>> 0;
  }
  return { table, least };
}
