import type { PlaneImage } from '@second-read/core/volume/reformat';

/** Class number of a label map to red, green and blue. */
export type ClassColours = ReadonlyMap<number, readonly [number, number, number]>;

/**
 * The regions of a label map on a transparent canvas; null where there is none to draw on.
 * @param cover how strongly they cover what is under them, 0 to 1
 */
export function paintRegions(
  labels: PlaneImage,
  colours: ClassColours,
  cover: number,
): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  canvas.width = labels.width;
  canvas.height = labels.height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.putImageData(
    new ImageData(regionPixels(labels, colours, cover), labels.width, labels.height),
    0,
    0,
  );
  return canvas;
}

/** Red, green, blue and opacity. */
export function regionPixels(
  { data }: PlaneImage,
  colours: ClassColours,
  cover: number,
): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(data.length * 4);
  for (const [pixel, value] of data.entries()) {
    const colour = colours.get(value);
    if (colour) rgba.set([...colour, 255 * cover], pixel * 4);
  }
  return rgba;
}

/** `#RRGGBB` of the classes that show findings. */
export function classColours(
  types: readonly { readonly colour: string; readonly classes: readonly number[] }[],
): ClassColours {
  return new Map(
    types.flatMap(({ colour, classes }) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
        Number.parseInt(colour.slice(at, at + 2), 16),
      );
      return classes.map((number) => [number, [red, green, blue]] as const);
    }),
  );
}
