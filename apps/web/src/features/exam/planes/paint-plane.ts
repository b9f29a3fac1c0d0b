import type { Mask } from '@second-read/core/pixels/plane';

/** How strongly a region covers what lies under it. */
const cover = 0.4;

/** Class number of a label map to red, green and blue. */
export type ClassColours = ReadonlyMap<number, readonly [number, number, number]>;

/** Brightness as RGBA, with the regions of the label map laid over it. */
export function paintPlane(
  picture: Mask,
  labels: Mask | undefined,
  colours: ClassColours,
): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(picture.data.length * 4);
  for (const [pixel, value] of picture.data.entries()) {
    const colour = labels && colours.get(labels.data[pixel] ?? 0);
    for (let part = 0; part < 3; part += 1)
      rgba[pixel * 4 + part] = colour ? value * (1 - cover) + (colour[part] ?? 0) * cover : value;
    rgba[pixel * 4 + 3] = 255;
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
