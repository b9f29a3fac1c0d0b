import type { StageMatrix } from '../stage/stage-matrix.ts';
import type { GreyPicture, Picture } from './picture.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface FirstLookPixels extends Size {
  /** Red, green, blue, opaque, a byte each. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}

/** Samples a side that a pixel is the mean of: smooth, and quick where a picture is shrunk much. */
const max = 3;

/** Where a picture stands that just fits into `room`, in its middle. */
export function fittedMatrix(picture: Size, room: Size): StageMatrix {
  const zoom = fitFactor(picture, room);
  return [
    zoom,
    0,
    0,
    zoom,
    (room.width - zoom * picture.width) / 2,
    (room.height - zoom * picture.height) / 2,
  ];
}

/**
 * A picture in its window, just as large as fits into `room` (device pixels), never larger than life. Each
 * pixel is the mean of up to three by three samples spread over what it stands for.
 */
export function firstLook(picture: Picture, room: Size): FirstLookPixels {
  const factor = Math.min(1, fitFactor(picture, room));
  const width = Math.max(1, Math.round(picture.width * factor));
  const height = Math.max(1, Math.round(picture.height * factor));
  const rgba = new Uint8ClampedArray(4 * width * height);
  const columns = sampled(picture.width, width);
  const rows = sampled(picture.height, height);
  if (picture.kind === 'grey') paintGrey(picture, rgba, { columns, rows });
  else paintColour(picture, rgba, { columns, rows });
  return { width, height, rgba };
}

/** Per pixel, `each` places along one side. */
interface Sampled {
  readonly each: number;
  readonly places: Int32Array;
}

function fitFactor(picture: Size, room: Size): number {
  return Math.min(room.width / picture.width, room.height / picture.height);
}

interface Grid {
  readonly columns: Sampled;
  readonly rows: Sampled;
}

function sampled(from: number, to: number): Sampled {
  const each = Math.min(max, Math.max(1, Math.floor(from / to)));
  const places = Int32Array.from({ length: to * each }, (_, at) =>
    Math.min(from - 1, Math.floor(((at + 0.5) * from) / (to * each))),
  );
  return { each, places };
}

/** The linear function of DICOM, PS3.3 C.11.2.1.2.1. */
function paintGrey(picture: GreyPicture, rgba: Uint8ClampedArray, { columns, rows }: Grid): void {
  const { samples, width, window } = picture;
  const range = Math.max(1, window.width - 1);
  const scale = 255 / range / (columns.each * rows.each);
  const shift = 127.5 - ((window.centre - 0.5) * 255) / range;
  let into = 0;
  for (let y = 0; y < rows.places.length; y += rows.each) {
    for (let x = 0; x < columns.places.length; x += columns.each) {
      let sum = 0;
      for (let row = 0; row < rows.each; row += 1) {
        const start = (rows.places[y + row] ?? 0) * width;
        for (let column = 0; column < columns.each; column += 1)
          sum += samples[start + (columns.places[x + column] ?? 0)] ?? 0;
      }
      const value = sum * scale + shift;
      rgba[into] = value;
      rgba[into + 1] = value;
      rgba[into + 2] = value;
      rgba[into + 3] = 255;
      into += 4;
    }
  }
}

function paintColour(
  { samples, width }: { readonly samples: Uint8Array; readonly width: number },
  rgba: Uint8ClampedArray,
  { columns, rows }: Grid,
): void {
  const share = 1 / (columns.each * rows.each);
  let into = 0;
  for (let y = 0; y < rows.places.length; y += rows.each) {
    for (let x = 0; x < columns.places.length; x += columns.each) {
      let [red, green, blue] = [0, 0, 0];
      for (let row = 0; row < rows.each; row += 1) {
        const start = (rows.places[y + row] ?? 0) * width;
        for (let column = 0; column < columns.each; column += 1) {
          const at = 3 * (start + (columns.places[x + column] ?? 0));
          red += samples[at] ?? 0;
          green += samples[at + 1] ?? 0;
          blue += samples[at + 2] ?? 0;
        }
      }
      rgba[into] = red * share;
      rgba[into + 1] = green * share;
      rgba[into + 2] = blue * share;
      rgba[into + 3] = 255;
      into += 4;
    }
  }
}
