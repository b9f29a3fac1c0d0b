import { type GreyPlane, greyPlane, type RgbImage } from '../plane.ts';

export interface Channels {
  readonly red: GreyPlane;
  readonly green: GreyPlane;
  readonly blue: GreyPlane;
}

/** The three channels as planes of 0 to 255. */
export function splitChannels(image: RgbImage): Channels {
  const { width, height, data } = image;
  const red = greyPlane(width, height);
  const green = greyPlane(width, height);
  const blue = greyPlane(width, height);
  for (let i = 0, j = 0; i < red.data.length; i++, j += 3) {
    red.data[i] = data[j] ?? 0;
    green.data[i] = data[j + 1] ?? 0;
    blue.data[i] = data[j + 2] ?? 0;
  }
  return { red, green, blue };
}

/** Rounds and clamps three planes of 0 to 255 into one picture. */
export function mergeChannels(red: GreyPlane, green: GreyPlane, blue: GreyPlane): RgbImage {
  const data = new Uint8ClampedArray(red.data.length * 3);
  for (let i = 0, j = 0; i < red.data.length; i++, j += 3) {
    data[j] = red.data[i] ?? 0;
    data[j + 1] = green.data[i] ?? 0;
    data[j + 2] = blue.data[i] ?? 0;
  }
  return { width: red.width, height: red.height, data: new Uint8Array(data.buffer) };
}
