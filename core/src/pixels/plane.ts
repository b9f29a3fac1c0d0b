/** Numeric storage of one channel, row by row, origin top left. */
export type PlaneData =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** One channel of `width * height` samples. The value at (x, y) is `data[y * width + x]`. */
export interface Plane<T extends PlaneData = PlaneData> {
  readonly width: number;
  readonly height: number;
  readonly data: T;
}

/** Grey values at full depth: Hounsfield units for calibrated CT, stored values otherwise. */
export type GreyPlane = Plane<Float32Array>;

/** 0 outside, 1 inside. */
export type Mask = Plane<Uint8Array>;

/** One class number per pixel; the meaning of each number is the module's legend. */
export type LabelMap = Plane<Uint8Array>;

/** 8-bit colour, three interleaved samples (r, g, b) per pixel. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A rectangle in pixels of the picture: x to the right, y down. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function isSameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** An empty grey plane. */
export function greyPlane(width: number, height: number): GreyPlane {
  return { width, height, data: new Float32Array(width * height) };
}

/** An empty mask or label map. */
export function mask(width: number, height: number): Mask {
  return { width, height, data: new Uint8Array(width * height) };
}
