import type { DisplayWindow, GreySamples, Picture } from './source/picture.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of whole pixels. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** An image, or a smaller copy of it with the same kind of samples. */
export interface Level extends Size {
  readonly kind: Picture['kind'];
  readonly samples: GreySamples;
}

/** Samples a side that a pixel of a smaller copy is the mean of: smooth, and quick where little is left. */
const mostSamples = 3;

/** The image at one `factor`-th of its size; each pixel the mean of up to 3 × 3 samples of what it covers. */
export function reduced(picture: Picture, factor: number): Level {
  if (factor <= 1) return picture;
  const width = Math.max(1, Math.round(picture.width / factor));
  const height = Math.max(1, Math.round(picture.height / factor));
  const channels = picture.kind === 'colour' ? 3 : 1;
  const columns = sampled(picture.width, width);
  const rows = sampled(picture.height, height);
  const samples = emptyLike(picture.samples, width * height * channels);
  const share = 1 / (columns.each * rows.each);
  const from = picture.samples;
  let into = 0;
  for (let y = 0; y < rows.places.length; y += rows.each)
    for (let x = 0; x < columns.places.length; x += columns.each)
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        for (let row = y; row < y + rows.each; row += 1) {
          const start = (rows.places[row] ?? 0) * picture.width;
          for (let column = x; column < x + columns.each; column += 1)
            sum += from[(start + (columns.places[column] ?? 0)) * channels + channel] ?? 0;
        }
        samples[into] = Math.round(sum * share);
        into += 1;
      }
  return { kind: picture.kind, width, height, samples };
}

function emptyLike(samples: GreySamples, length: number): GreySamples {
  if (samples instanceof Int16Array) return new Int16Array(length);
  return samples instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length);
}

/** Per pixel, `each` places along one side. */
function sampled(from: number, to: number): { readonly each: number; readonly places: Int32Array } {
  const each = Math.min(mostSamples, Math.max(1, Math.floor(from / to)));
  const places = Int32Array.from({ length: to * each }, (_, at) =>
    Math.floor(((at + 0.5) * from) / (to * each)),
  );
  return { each, places };
}

export interface Shades {
  /** Of color images the samples are shown as they are. */
  readonly window: DisplayWindow | null;
  readonly isInverted: boolean;
}

/** The pixels of a part of an image as they are shown: red, green, blue, opaque. */
export function shade(level: Level, part: Rect, shades: Shades): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint32Array(part.width * part.height);
  if (level.kind === 'colour') shadeColor(level, part, { rgba, flip: shades.isInverted ? 0xffffff : 0 });
  else shadeGray(level, part, { rgba, ...tableOf(level.samples, shades) });
  return new Uint8ClampedArray(rgba.buffer);
}

const opaque = 0xff000000;

function shadeColor(level: Level, part: Rect, { rgba, flip }: { rgba: Uint32Array; flip: number }): void {
  const { samples, width } = level;
  let into = 0;
  for (let y = part.y; y < part.y + part.height; y += 1) {
    let at = 3 * (y * width + part.x);
    for (let x = 0; x < part.width; x += 1, at += 3, into += 1) {
      const color = (samples[at] ?? 0) | ((samples[at + 1] ?? 0) << 8) | ((samples[at + 2] ?? 0) << 16);
      rgba[into] = ((color ^ flip) | opaque) >>> 0;
    }
  }
}

interface GrayTable {
  readonly rgba: Uint32Array;
  readonly table: Uint32Array;
  readonly least: number;
}

function shadeGray({ samples, width }: Level, part: Rect, { rgba, table, least }: GrayTable): void {
  let into = 0;
  for (let y = part.y; y < part.y + part.height; y += 1) {
    const start = y * width + part.x;
    for (let at = start; at < start + part.width; at += 1, into += 1)
      rgba[into] = table[(samples[at] ?? 0) - least] ?? opaque;
  }
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
